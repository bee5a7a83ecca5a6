// Holds the first load to its limits: script and WASM, compressed. node tools/sizes.mjs
import { readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const scriptMax = 150 * 1024;
const wasmMax = 400 * 1024;
const dist = join(resolve(dirname(fileURLToPath(import.meta.url)), ".."), "dist");
const size = (name) => statSync(join(dist, name + ".br")).size;

// The entry, what it imports statically, and the largest of the games with its chunks: what is needed to play.
const html = readFileSync(join(dist, "index.html"), "utf8");
const first = new Set([...html.matchAll(/(?:src|href)="\.\/([^"]+\.js)"/g)].map((m) => m[1]));
const queue = [...first];
while (queue.length > 0) {
  const name = queue.pop();
  for (const [, next] of readFileSync(join(dist, name), "utf8").matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)) {
    const path = "assets/" + next;
    if (!first.has(path)) first.add(path) && queue.push(path);
  }
}
const assets = readdirSync(join(dist, "assets"));
const worker = assets.filter((n) => /^worker.*\.js$/.test(n)).map((n) => "assets/" + n);
const kits = assets.filter((n) => /^kit.*\.js$/.test(n)).map((n) => "assets/" + n).filter((n) => !first.has(n));
const strings = assets.filter((n) => /^strings.*\.js$|^(en|fr|nl)-.*\.js$/.test(n)).map((n) => size("assets/" + n));
const script = [...first, ...worker].reduce((n, name) => n + size(name), 0);
const largestKit = Math.max(0, ...kits.map(size));
const wasm = assets.filter((n) => n.endsWith(".wasm")).reduce((n, name) => n + size("assets/" + name), 0);
const kb = (n) => `${(n / 1024).toFixed(1)} KB`;
console.log(`first load: script ${kb(script)}, largest game ${kb(largestKit)}, strings of a language about ${kb(strings.reduce((a, b) => a + b, 0) / 3)} (limit ${kb(scriptMax)}); WASM ${kb(wasm)} (limit ${kb(wasmMax)})`);
if (script + largestKit + strings.reduce((a, b) => a + b, 0) / 3 > scriptMax || wasm > wasmMax || wasm === 0) {
  console.error("too large");
  process.exit(1);
}
