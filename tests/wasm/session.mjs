// Drives whole games through the WASM engine and, message by message, through the native program; every answer must be the same
// bytes. node tests/wasm/session.mjs build/wasm build/release/trestle
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { load } from "./load.mjs";

const [folder = "build/wasm", program = "build/release/trestle"] = process.argv.slice(2);
const MESSAGES_MAX = 20000; // a game is far shorter

const wasm = await load(folder);
const native = spawn(program, ["engine"], { stdio: ["pipe", "pipe", "inherit"] });
const answers = createInterface({ input: native.stdout })[Symbol.asyncIterator]();
let messages = 0;

function fail(why) {
  console.error(why);
  native.kill();
  process.exit(1);
}

// Sends one message to both and returns the answer they agree on.
async function ask(message) {
  const text = typeof message === "string" ? message : JSON.stringify(message);
  if (++messages > MESSAGES_MAX) fail("the session does not end");
  native.stdin.write(text + "\n");
  const wanted = (await answers.next()).value;
  const got = wasm.handle(text);
  if (wanted !== got) fail(`the answers differ\n  message: ${text}\n  native:  ${wanted}\n  wasm:    ${got}`);
  return JSON.parse(got);
}

async function must(message) {
  const answer = await ask(message);
  if (!answer.ok) fail(`refused: ${JSON.stringify(message)}\n  ${JSON.stringify(answer)}`);
  return answer;
}

async function mustRefuse(message) {
  const answer = await ask(message);
  if (answer.ok) fail(`accepted: ${JSON.stringify(message)}`);
}

// The driver takes choices in turn from the list, the bot plays seat A; half way the game is saved and loaded.
async function play(game, players) {
  const opened = await must({ id: 1, do: "new", game, players, seed: 11 * players, bots: { A: "greedy" } });
  let { table, waiting, over } = opened;
  let decisions = 0;
  while (!over) {
    const seat = waiting[waiting.length - 1];
    const { legal, seq } = await must({ do: "legal", table, seat });
    if (legal.length === 0) fail(`${game}: seat ${seat} waits without a choice`);
    if (decisions === 5) await mustRefuse({ do: "apply", table, seat, action: "nonsense", seq });
    if (decisions === 20) {
      const { record } = await must({ do: "save", table });
      await must({ do: "load", record });
    }
    ({ waiting, over } = await must({ do: "apply", table, seat, action: legal[(decisions * 7) % legal.length], seq }));
    decisions++;
  }
  await must({ do: "score", table });
  await must({ do: "close", table });
  console.log(`${game}, ${players} players: ${decisions} decisions`);
}

const hello = await must({ do: "hello" });
await mustRefuse("not json");
await mustRefuse({ do: "nothing" });
await mustRefuse({ do: "new", game: "nothing", players: 2 });
for (const game of hello.games)
  for (let players = game.players[0]; players <= game.players[1]; players++) await play(game.name, players);
native.stdin.end();
console.log(`${messages} messages, the same answers from WASM and from the program`);
