// The worker: holds the WASM engine and answers its messages in order. Nothing else happens here.
import make from "../generated/trestle_engine.js";
import wasm from "../generated/trestle_engine.wasm?url";

const scope = self as unknown as { onmessage: ((e: MessageEvent<string>) => void) | null; postMessage(text: string): void };
const waiting: string[] = [];
let handle: ((text: string) => string) | null = null;

function answer(text: string): void {
  if (!handle) {
    waiting.push(text);
    return;
  }
  try {
    scope.postMessage(handle(text));
  } catch (error) {
    const id: unknown = (JSON.parse(text) as { id: unknown }).id;
    scope.postMessage(JSON.stringify({ id, ok: false, error: { code: "gone", message: String(error) } }));
  }
}

scope.onmessage = (e) => answer(e.data);

make({ locateFile: () => wasm }).then(
  (module) => {
    handle = module.cwrap("trestle_handle", "string", ["string"]);
    for (const text of waiting.splice(0)) answer(text);
  },
  (error: unknown) => scope.postMessage(JSON.stringify({ fatal: String(error) })),
);
