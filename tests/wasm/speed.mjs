// How fast the WASM engine is beside the native one: the fixed random games of the signatures in the same run, by core time, each at
// its best of several times. Fails below half the native speed. node tests/wasm/speed.mjs build/wasm build/release/tests/signatures
import { spawnSync } from "node:child_process";
import { load } from "./load.mjs";

const [folder = "build/wasm", native = "build/release/tests/signatures"] = process.argv.slice(2);
const times = 7;
const least = 0.5;

const engine = await load(folder);
const best = (measure) => Math.min(...Array.from({ length: times }, measure));
const here = best(() => {
  const before = process.cpuUsage();
  engine.games().forEach((game) => engine.signature(game));
  return process.cpuUsage(before).user / 1000;
});
const there = best(() => {
  const run = spawnSync("bash", ["-c", 'TIMEFORMAT=%U; time "$0" >/dev/null', native], { encoding: "utf8" });
  if (run.status !== 0) throw new Error(`${native}: ${run.stderr}`);
  return 1000 * Number(run.stderr.trim());
});
const ratio = there / here;
console.log(`WASM plays at ${(100 * ratio).toFixed(0)} % of the native speed (${here.toFixed(0)} ms and ${there.toFixed(0)} ms)`);
if (!(ratio >= least)) {
  console.error(`less than ${100 * least} %`);
  process.exit(1);
}
