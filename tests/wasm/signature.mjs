// Prints a line a game: name and signature, computed by the WASM engine. node tests/wasm/signature.mjs build/wasm
import { load } from "./load.mjs";

const engine = await load(process.argv[2] ?? "build/wasm");
for (const game of engine.games()) console.log(game, engine.signature(game));
