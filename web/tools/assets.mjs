// What the page is built from besides its own sources: the WASM engine as a module, and the icons that are used, out of the large
// set. Writes src/generated/. node tools/assets.mjs [folder of the engine]
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
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

// ---- the icons: every name in quotes after `gi:` in the sources
const set = createRequire(import.meta.url)("@iconify-json/game-icons/icons.json");
const used = new Set();
const look = (folder) => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (path !== out) look(path);
    } else if (/\.(ts|svelte)$/.test(entry.name)) {
      for (const [, name] of readFileSync(path, "utf8").matchAll(/gi:([a-z0-9-]+)/g)) used.add(name);
    }
  }
};
look(join(web, "src"));
const bodies = {};
for (const name of [...used].sort()) {
  const icon = set.icons[name];
  if (!icon) {
    console.error(`no icon '${name}' in game-icons`);
    process.exit(1);
  }
  bodies[name] = [...icon.body.matchAll(/ d="([^"]+)"/g)].map((m) => m[1]).join(" ");
}
writeFileSync(join(out, "icons.ts"), `// Made by tools/assets.mjs.\nexport const icons: Record<string, string> = ${JSON.stringify(bodies, null, 1)};\n`);
console.log(`assets: engine from ${engine}, ${used.size} icons`);
