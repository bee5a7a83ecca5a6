// What the page is built from besides its own sources: the WASM engine as a module, and the icons that are used, out of the large
// set. Writes src/generated/. node tools/assets.mjs [folder of the engine]
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const web = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const engine = resolve(process.argv[2] ?? process.env.TRESTLE_WASM ?? join(web, "../build/wasm"));
const out = join(web, "src/generated");
mkdirSync(out, { recursive: true });

// ---- the engine
const script = join(engine, "trestle_engine.js");
if (!existsSync(script)) {
  console.error(`no engine in ${engine}: build it first with\n  cmake --workflow --preset wasm`);
  process.exit(1);
}
writeFileSync(join(out, "trestle_engine.js"), readFileSync(script, "utf8") + "\nexport default trestle_engine;\n");
copyFileSync(join(engine, "trestle_engine.wasm"), join(out, "trestle_engine.wasm"));

// ---- the icons: every name in quotes after `gi:` in the sources. Those of a game's folder come with the game, all others with the page.
const set = createRequire(import.meta.url)("@iconify-json/game-icons/icons.json");
const named = (folder, skip = () => false) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return path === out || skip(path) ? [] : named(path, skip);
    return /\.(ts|svelte)$/.test(entry.name) ? [...readFileSync(path, "utf8").matchAll(/gi:([a-z0-9-]+)/g)].map((m) => m[1]) : [];
  });
// One digit after the point is a thousandth of an icon's width.
function body(name) {
  const icon = set.icons[name];
  if (!icon) {
    console.error(`no icon '${name}' in game-icons`);
    process.exit(1);
  }
  return [...icon.body.matchAll(/ d="([^"]+)"/g)].map((m) => m[1].replace(/(\.\d)\d+/g, "$1")).join(" ");
}
function write(file, names) {
  const bodies = Object.fromEntries([...names].sort().map((name) => [name, body(name)]));
  writeFileSync(join(out, file), `// Made by tools/assets.mjs.\nexport const icons: Record<string, string> = ${JSON.stringify(bodies, null, 1)};\n`);
  return names.size;
}
const folders = readdirSync(join(web, "src/games"), { withFileTypes: true }).filter((entry) => entry.isDirectory()).map((entry) => join(web, "src/games", entry.name));
const common = new Set(named(join(web, "src"), (path) => folders.includes(path)));
let used = write("icons.ts", common);
for (const folder of folders) used += write(`icons-${basename(folder)}.ts`, new Set(named(folder).filter((name) => !common.has(name))));
console.log(`assets: engine from ${engine}, ${used} icons`);
