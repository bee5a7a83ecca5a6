// Loads the engine that the `wasm` preset built. Gives the module its bytes itself: emscripten 3.1.6 would try to fetch a file path.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";

export async function load(folder) {
  const make = createRequire(import.meta.url)(resolve(folder, "trestle_engine.js"));
  const module = await make({ wasmBinary: readFileSync(resolve(folder, "trestle_engine.wasm")) });
  return {
    games: () => module.cwrap("trestle_games", "string", [])().trim().split("\n"),
    signature: module.cwrap("trestle_signature", "string", ["string"]),
    handle: module.cwrap("trestle_handle", "string", ["string"]),
  };
}
