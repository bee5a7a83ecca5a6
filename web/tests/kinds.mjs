// Finds a position for every kind of decision of a game: random games are played with the engine, and where a seat is asked something
// for the first time the record so far is kept. A kind is the key of the question (data/GAME/strings.en.txt).
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { check, generator, program, web } from "./support.mjs";

// What nobody is asked: chance deals, the game goes on by itself, only a spectator is told so, or there is never more than one answer.
const unasked = {
  throne: ["over", "deal-race", "pick-first", "deal-hand", "fill-trade", "end-turn", "draw", "look", "resolve", "snatch"],
  hadara: ["over", "start", "segment", "crest", "draw", "flip", "choose.all"],
  tharos: ["over", "next", "deal-regions", "deal-markers", "pick-start", "reveal-attack", "draw", "roll", "draw-cards", "clash", "put-away", "reveal-end", "suffer", "inner.any", "inner.plenty"],
};
// Kinds that random games hardly ever come to: a position and the act that leads to the question.
const prepared = {
  throne: [],
  hadara: [],
  tharos: [
    ["A.hand 14\n  A.dice red2\n  A.ore white red\n  A.crystal red white\n  ore none\n  crystal none", "play 14"],
    ["A.hand 3\n  A.dice red2\n  A.ore white red\n  A.crystal red white\n  ore none\n  crystal none", "play 3"],
    ["A.hand 35\n  A.dice red2\n  A.guild a1 a2 a3 a4 b1 b2 b3 b4", "play 35"],
  ],
};
// Games that have many of them; others are tried when the rules have changed so that these do not do.
const seeds = { throne: [1073, 1238, 1003, 1043, 1280], hadara: [1089], tharos: [1242, 1078, 1032, 1216, 1141, 1240, 1278, 1113, 1373] };
const options = { throne: [{}], hadara: [{}, { side: "choice", open_piles: "yes" }], tharos: [{}] };
const gamesMax = 400;
const decisionsMax = 4000;

export function kindsOf(game) {
  const keys = readFileSync(join(web, `../data/${game}/strings.en.txt`), "utf8").matchAll(new RegExp(`^${game}\\.prompt\\.(\\S+) =`, "gm"));
  return [...keys].map(([, kind]) => kind).filter((kind) => !unasked[game].includes(kind));
}

function engine() {
  const child = spawn(program, ["engine"], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async ask(message) {
      child.stdin.write(JSON.stringify(message) + "\n");
      const answer = JSON.parse((await lines.next()).value);
      check(answer.ok, `${JSON.stringify(message)}: ${answer.error?.message}`);
      return answer;
    },
    stop: () => child.stdin.end(),
  };
}

// By kind: a record that stands before such a decision, and whose it is.
export async function positionsOf(game) {
  const wanted = new Set(kindsOf(game));
  const found = new Map();
  const { ask, stop } = engine();
  // What is asked at a table now; a record of it, if that was not known.
  const look = async (table, players, seat) => {
    const { legal, prompt } = await ask({ do: "legal", table, seat });
    const kind = prompt.key.replace(`${game}.prompt.`, "");
    check(!unasked[game].includes(kind), `${prompt.key} is asked after all`);
    if (legal.length > 1 && wanted.delete(kind)) found.set(kind, { seat, seats: [..."ABCDE".slice(0, players)], record: (await ask({ do: "save", table })).record });
    return legal;
  };
  for (const [fields, action] of prepared[game]) {
    const { table } = await ask({ do: "load", position: `game ${game}\nplayers 2\nposition\n  ${fields}\nend\n` });
    await ask({ do: "apply", table, seat: "A", action });
    await look(table, 2, "A");
    await ask({ do: "close", table });
  }
  for (let i = 0; i < gamesMax && wanted.size > 0; i++) {
    const seed = seeds[game][i] ?? 1000 + i;
    const players = 2 + (seed % 3);
    const pick = generator(seed);
    let { table, waiting, over } = await ask({ do: "new", game, players, seed, options: options[game][seed % options[game].length] });
    for (let k = 0; k < decisionsMax && !over && wanted.size > 0; k++) {
      const seat = waiting[0];
      const legal = await look(table, players, seat);
      ({ waiting, over } = await ask({ do: "apply", table, seat, action: legal[pick(legal.length)] }));
    }
    await ask({ do: "close", table });
  }
  stop();
  check(wanted.size === 0, `${game}: never asked in ${gamesMax} games: ${[...wanted].join(", ")}`);
  return found;
}
