// Checks a finished game in this browser: the chain of its record, the committed secret, and every draw, dealt again as
// docs/fairness.md and docs/records.md say. What could be dealt in a position is asked of the engine; which ticket the dealer drew is
// computed here, with the browser's own SHA-256 and HMAC.
import type { Engine } from "../engine/engine";
import { seats } from "../engine/types";
import { bodyOf, chained, hex, readRecord, sha256, upTo, utf8, type RecordText } from "./record";

export type Dealt = "fair" | "seeded" | "unstated";
export interface Proof {
  dealt: Dealt;
  chain: boolean; // every line fits the one before
  lines: number;
  commitment: boolean | null; // the secret is the one committed to; null: none was
  noted: boolean | null; // it is the commitment this browser saw before the game; null: it saw none
  ownSeed: boolean | null; // the bytes this browser gave are among the seeds; null: it gave none
  draws: number;
  matched: number; // as the dealer deals them
  wrong: number | null; // the first move whose draw is another
}
export interface Known {
  commitment?: string | undefined;
  seed?: string | undefined;
}

const bytesOf = (digits: string): Uint8Array<ArrayBuffer> => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));

export const canProve = (): boolean => globalThis.crypto?.subtle !== undefined;

async function chainHolds(record: RecordText): Promise<boolean> {
  const due = await chained(record.lines.map(bodyOf));
  return due.every((line, i) => line === record.lines[i]);
}

// ---- tickets

type Ticket = (draw: number, bound: number) => Promise<number>;
const two64 = 1n << 64n;
const word = two64 - 1n;

function bigEndian(value: number, length: number): Uint8Array {
  const out = new Uint8Array(length);
  for (let i = length - 1, left = value; i >= 0; i--, left = Math.floor(left / 256)) out[i] = left % 256;
  return out;
}

export async function fairTickets(secret: string, match: string, seeds: RecordText["seeds"]): Promise<Ticket> {
  const key = await crypto.subtle.importKey("raw", bytesOf(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const head: number[] = [...utf8("trestle-fair-1")];
  for (const part of [utf8(match), ...seats.map((seat) => bytesOf(seeds[seat] ?? ""))]) head.push(part.length, ...part);
  return async (draw, bound) => {
    const limit = two64 - (two64 % BigInt(bound));
    for (let block = 0; ; block++) {
      const message = Uint8Array.from([...head, ...bigEndian(draw, 8), ...bigEndian(block, 4)]);
      const view = new DataView(await crypto.subtle.sign("HMAC", key, message));
      for (let i = 0; i < 4; i++) {
        const number = view.getBigUint64(8 * i);
        if (number < limit) return Number(number % BigInt(bound));
      }
    }
  };
}

export function seededTickets(seed: string): Ticket {
  let x = 0n;
  const split = (): bigint => {
    x = (x + 0x9e3779b97f4a7c15n) & word;
    let z = ((x ^ (x >> 30n)) * 0xbf58476d1ce4e5b9n) & word;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & word;
    return z ^ (z >> 31n);
  };
  const rotl = (v: bigint, by: bigint): bigint => ((v << by) | (v >> (64n - by))) & word;
  return (draw, bound) => {
    x = BigInt(seed);
    x = split() ^ ((BigInt(draw) * 0xd1342543de82ef95n + 1n) & word);
    x = split();
    let [s0, s1, s2, s3] = [split(), split(), split(), split()];
    const next = (): bigint => {
      const out = (rotl((s0 + s3) & word, 23n) + s0) & word;
      const t = (s1 << 17n) & word;
      s2 ^= s0;
      s3 ^= s1;
      s1 ^= s2;
      s0 ^= s3;
      s2 ^= t;
      s3 = rotl(s3, 45n);
      return out;
    };
    const wide = BigInt(bound);
    const least = ((1n << 32n) - wide) % wide;
    let m = (next() >> 32n) * wide;
    while ((m & 0xffffffffn) < least) m = (next() >> 32n) * wide;
    return Promise.resolve(Number(m >> 32n));
  };
}

// ---- all of it

export async function prove(engine: Engine, text: string, known: Known, progress: (done: number, of: number) => void, stopped: () => boolean): Promise<Proof | null> {
  const record = readRecord(text);
  const [dealt = "unstated", seed = "0"] = (record.fields.get("dealer") ?? "").split(" ") as [Dealt, string?];
  const commitment = record.fields.get("commitment");
  const secret = record.fields.get("secret");
  const draws = record.moves.map((move, i) => ({ ...move, before: i })).filter((move) => move.kind === "chance");
  const out: Proof = {
    dealt,
    chain: await chainHolds(record),
    lines: record.lines.length,
    commitment: commitment && secret ? hex(await sha256(bytesOf(secret))) === commitment : commitment ? false : null,
    noted: known.commitment ? known.commitment === commitment : null,
    ownSeed: known.seed ? Object.values(record.seeds).includes(hex(utf8(known.seed))) : null,
    draws: draws.length,
    matched: 0,
    wrong: null,
  };
  if (dealt === "unstated" || (dealt === "fair" && !secret)) return out;
  const ticket = dealt === "fair" ? await fairTickets(secret ?? "", record.fields.get("match") ?? "", record.seeds) : seededTickets(seed);
  for (const [i, draw] of draws.entries()) {
    if (stopped()) return null;
    progress(i, draws.length);
    const table = await engine.show(upTo(record, draw.before), draw.before);
    const outcomes = (await table.outcomes?.()) ?? [];
    await table.close();
    let at = await ticket(i, outcomes.reduce((n, o) => n + o.weight, 0));
    const bought = outcomes.find((o) => (at -= o.weight) < 0);
    if (bought?.action === draw.action) out.matched++;
    else out.wrong ??= draw.number;
  }
  progress(draws.length, draws.length);
  return out;
}
