// A record as text (docs/records.md), as far as the page reads it itself: for the analysis and for the check of its draws.
import type { Seat } from "../engine/types";

export interface Move {
  number: number; // the table's seq after it
  by: Seat | "chance";
  action: string;
  kind: "act" | "auto" | "undo" | "chance";
}
export interface RecordText {
  lines: string[]; // whole, with their marks
  head: number; // how many lines stand before the first move
  moves: Move[];
  fields: Map<string, string>; // of the header and the end: game, dealer, match, commitment, secret ...
  seeds: Partial<Record<Seat, string>>; // hexadecimal
  places: Partial<Record<Seat, number>>;
}

const markLength = 18; // blank, #, 16 digits
export const bodyOf = (line: string): string => line.slice(0, -markLength);
export const markOf = (line: string): string => line.slice(-16);

export const hex = (bytes: Uint8Array): string => [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");
export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;
export const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

// The lines with the marks that they must have, each made from itself and the one before.
export async function chained(bodies: readonly string[]): Promise<string[]> {
  const out: string[] = [];
  let link = new Uint8Array(32);
  for (const text of bodies) {
    const body = utf8(text + "\n");
    const bytes = new Uint8Array(link.length + body.length);
    bytes.set(link);
    bytes.set(body, link.length);
    link = await sha256(bytes);
    out.push(`${text} #${hex(link.slice(0, 8))}`);
  }
  return out;
}

export function readRecord(record: string): RecordText {
  const lines = record.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const out: RecordText = { lines, head: 0, moves: [], fields: new Map(), seeds: {}, places: {} };
  for (const [i, line] of lines.entries()) {
    const body = bodyOf(line);
    const [first = "", second = "", ...rest] = body.split(" ");
    if (body === "moves") out.head = i + 1;
    else if (/^\d+$/.test(first)) {
      const number = Number(first);
      if (second === "auto") out.moves.push({ number, by: rest[0] as Seat, action: rest.slice(1).join(" "), kind: "auto" });
      else if (second === "undo") out.moves.push({ number, by: rest[0] as Seat, action: "", kind: "undo" });
      else out.moves.push({ number, by: second as Seat | "chance", action: rest.join(" "), kind: second === "chance" ? "chance" : "act" });
    } else if (first === "seed") out.seeds[second as Seat] = rest[0] ?? "";
    else if (first === "place") out.places[second as Seat] = Number(rest[0]);
    else if (!["name", "option", "score", "position"].includes(first)) out.fields.set(first, [second, ...rest].join(" ").trim());
  }
  return out;
}

// The record as it was after so many moves: a shorter text is read sooner.
export const upTo = (record: RecordText, moves: number): string => record.lines.slice(0, record.head + moves).join("\n") + "\n";
