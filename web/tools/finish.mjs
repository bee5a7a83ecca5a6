// After the build: tells theme.js where the strings are, writes the service worker with the list of files, and every file once more
// compressed, for any server that sends files as they lie. node tools/finish.mjs
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const web = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const dist = join(web, "dist");
const all = (folder) => readdirSync(folder, { withFileTypes: true }).flatMap((e) => (e.isDirectory() ? all(join(folder, e.name)) : [join(folder, e.name)]));

// The files of each language's strings, for theme.js.
const assets = readdirSync(join(dist, "assets"));
const strings = Object.fromEntries(["en", "fr", "nl"].map((code) => [code, assets.filter((name) => new RegExp(`^(strings\\.)?${code}-[^.]+\\.js$`).test(name)).map((name) => `./assets/${name}`)]));
writeFileSync(join(dist, "theme.js"), readFileSync(join(dist, "theme.js"), "utf8").replace("{ /* filled in by tools/finish.mjs */ }", JSON.stringify(strings)));

const files = all(dist).filter((path) => !/\.(br|gz|woff|map)$/.test(path) && !/sw\.js$|robots\.txt$/.test(path));
const hash = createHash("sha256");
for (const path of files.sort()) hash.update(relative(dist, path)).update(readFileSync(path));
const names = ["./", ...files.map((path) => "./" + relative(dist, path)).filter((name) => name !== "./index.html")];
const worker = readFileSync(join(web, "tools/service-worker.js"), "utf8")
  .replace("{{version}}", hash.digest("hex").slice(0, 16))
  .replace("{{files}}", names.map((name) => JSON.stringify(name)).join(", "));
writeFileSync(join(dist, "sw.js"), worker);

const compressible = /\.(html|js|css|svg|wasm|webmanifest|txt)$/;
for (const path of all(dist).filter((p) => compressible.test(p))) {
  const bytes = readFileSync(path);
  writeFileSync(path + ".br", brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }));
  writeFileSync(path + ".gz", gzipSync(bytes, { level: 9 }));
}
console.log(`finish: ${files.length} files kept for use without a network, ${Math.round(files.reduce((n, p) => n + statSync(p).size, 0) / 1024)} KB`);
