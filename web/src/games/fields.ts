// Reading the fields of a sight.
import type { Fields, Seat, View } from "../engine/types";
import { seats } from "../engine/types";

export const number = (fields: Fields, key: string): number => {
  const value = fields[key];
  return typeof value === "number" ? value : Number(value ?? 0) || 0;
};
export const word = (fields: Fields, key: string): string => {
  const value = fields[key];
  return value === null || value === undefined ? "" : String(value);
};
export const list = (fields: Fields, key: string): string[] => {
  const value = fields[key];
  return Array.isArray(value) ? value : [];
};
export const known = (fields: Fields, key: string): boolean => fields[key] !== null && fields[key] !== undefined;

// The last thing pending: its word, and its further words and name=value pairs.
export interface Pending {
  what: string;
  words: string[];
  with: Record<string, string>;
}
export function pending(view: View): Pending | null {
  const stack = list(view.fields, "pending");
  const top = stack[stack.length - 1];
  if (top === undefined) return null;
  const [what = "", ...rest] = top.split(" ");
  const out: Pending = { what, words: [], with: {} };
  for (const part of rest) {
    const [name = "", value] = part.split("=");
    if (value === undefined) out.words.push(name);
    else out.with[name] = value;
  }
  return out;
}

export function seatsOf(view: View, mark: string): Seat[] {
  return seats.filter((seat) => `${seat}.${mark}` in view.fields);
}
// The viewer last, the others in turn order before; a spectator sees them from A on.
export function othersThenMe(view: View, mark: string): Seat[] {
  const all = seatsOf(view, mark);
  const me = all.findIndex((seat) => seat === view.viewer);
  return me < 0 ? all : [...all.slice(me + 1), ...all.slice(0, me + 1)];
}

// A bag of words as kinds and counts, in the order given.
export function counted(words: string[]): { kind: string; count: number }[] {
  const out: { kind: string; count: number }[] = [];
  for (const kind of words) {
    const last = out.find((item) => item.kind === kind);
    if (last) last.count++;
    else out.push({ kind, count: 1 });
  }
  return out;
}
