// Holds the page's strings together: the same keys and placeholders in every language, every key used in the sources is there,
// and every key there is used. node tools/strings.mjs
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const web = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const faults = [];
const read = (path) => {
  const out = new Map();
  for (const [i, raw] of readFileSync(path, "utf8").split("\n").entries()) {
    const line = raw.trim();
    if (line === "" || line.startsWith("#")) continue;
    const at = line.indexOf("=");
    if (at < 0) faults.push(`${path}:${i + 1}: no '='`);
    const key = line.slice(0, at).trim();
    if (out.has(key)) faults.push(`${path}:${i + 1}: '${key}' twice`);
    out.set(key, line.slice(at + 1).trim());
  }
  return out;
};
const codes = ["en", "fr", "nl"];
const own = Object.fromEntries(codes.map((c) => [c, read(join(web, `src/strings/${c}.txt`))]));
const games = Object.fromEntries(
  codes.map((c) => [c, new Map(["common", "throne", "hadara", "tharos"].flatMap((g) => [...read(join(web, `../data/${g}/strings.${c}.txt`))]))]),
);

const placeholders = (text) => [...text.matchAll(/\{(\d+)/g)].map((m) => m[1]).sort().join();
for (const code of ["fr", "nl"]) {
  for (const [key, text] of own.en) {
    const other = own[code].get(key);
    if (other === undefined) faults.push(`${code}: '${key}' is missing`);
    else if (other === "") faults.push(`${code}: '${key}' is empty`);
    else if (placeholders(text) !== placeholders(other)) faults.push(`${code}: '${key}' has other placeholders`);
    else if (other === text && text.split(" ").length > 3) faults.push(`${code}: '${key}' is left in English`);
  }
  for (const key of own[code].keys()) if (!own.en.has(key)) faults.push(`${code}: '${key}' is not in English`);
}

// ---- what the sources ask for: whole keys in quotes, and beginnings that are completed at run time
const sources = [];
const look = (folder) => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (entry.name !== "generated") look(path);
    } else if (/\.(ts|svelte)$/.test(entry.name)) sources.push([path.slice(web.length + 1), readFileSync(path, "utf8")]);
  }
};
look(join(web, "src"));
const whole = new Set();
const beginnings = new Set();
for (const [path, text] of sources) {
  for (const [, key, more] of text.matchAll(/["'`]((?:web|throne|hadara|tharos)\.[a-z0-9_.-]*)(["'`]|\$\{)/g)) {
    if (/\.event\.$|^throne\.|^hadara\.|^tharos\./.test(key) && (key.endsWith(".") || clauseLike(path, text, key))) continue;
    if (key.endsWith(".") || more === "${") beginnings.add(key);
    else whole.add(`${key}\u0000${path}`);
  }
}
// Ids of clauses and keys of prompts are no strings of their own here.
function clauseLike(path, text, key) {
  return games.en.has(key) === false && (/\.prompt\./.test(key) || path.includes("kit.ts"));
}
for (const item of whole) {
  const [key, path] = item.split("\u0000");
  if (!own.en.has(key) && !games.en.has(key) && ![...own.en.keys()].some((k) => k.startsWith(key + "."))) faults.push(`${path}: no string '${key}'`);
}
const asked = new Set([...whole].map((item) => item.split("\u0000")[0]));
for (const key of own.en.keys())
  if (!asked.has(key) && ![...beginnings].some((b) => key.startsWith(b))) faults.push(`'${key}' is used nowhere`);

for (const fault of faults) console.error(fault);
console.log(`strings: ${own.en.size} keys in ${codes.length} languages, ${faults.length} faults`);
process.exit(faults.length ? 1 : 0);
