// Games and settings in this browser's storage. A game is its record (the text the engine saves) and who sat where.
import type { Seat } from "../engine/types";

const prefix = "trestle.";
const gamesKept = 12; // unfinished and finished together; the oldest finished ones go first

export interface SeatPlan {
  seat: Seat;
  name: string;
  bot?: string; // none: a person
}
export interface Saved {
  id: string;
  game: string;
  seats: SeatPlan[];
  record: string;
  over: boolean;
  changed: number; // when, in ms
  guided?: boolean;
}

export function read<T>(key: string): T | null {
  try {
    const text = localStorage.getItem(prefix + key);
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

// False: there was no room, or the browser keeps nothing.
export function write(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(prefix + key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export function remove(key: string): void {
  try {
    localStorage.removeItem(prefix + key);
  } catch {
    // nothing was kept
  }
}

export function savedGames(): Saved[] {
  const out: Saved[] = [];
  try {
    for (let i = 0; i < localStorage.length; i++) {
      const key = localStorage.key(i) ?? "";
      if (!key.startsWith(prefix + "game.")) continue;
      const game = read<Saved>(key.slice(prefix.length));
      if (game?.record) out.push(game);
    }
  } catch {
    return [];
  }
  return out.sort((a, b) => b.changed - a.changed);
}

export function savedGame(id: string): Saved | null {
  return read<Saved>("game." + id);
}

export function saveGame(game: Saved): boolean {
  const others = savedGames().filter((g) => g.id !== game.id);
  const excess = others.length + 1 - gamesKept;
  const disposable = [...others.filter((g) => g.over).reverse(), ...others.filter((g) => !g.over).reverse()];
  for (const old of disposable.slice(0, Math.max(0, excess))) forgetGame(old.id);
  if (write("game." + game.id, game)) return true;
  for (const old of others.filter((g) => g.over).reverse()) {
    forgetGame(old.id);
    if (write("game." + game.id, game)) return true;
  }
  return false;
}

export function forgetGame(id: string): void {
  remove("game." + id);
}

// Tables other than the built-in ones, by the name (a hash) under which a record knows them; kept as long as a game here names them.
const editionName = (record: string): string => /^edition ([0-9a-f]+)/m.exec(record)?.[1] ?? "";
export function editionOf(record: string): { tables: Record<string, string> } | undefined {
  const tables = read<Record<string, string>>("edition." + editionName(record));
  return tables ? { tables } : undefined;
}
export function keepEdition(record: string, tables: Record<string, string>): boolean {
  const named = new Set(savedGames().map((game) => editionName(game.record)));
  const known = Object.keys(localStorage).filter((key) => key.startsWith(prefix + "edition."));
  for (const key of known) if (!named.has(key.slice((prefix + "edition.").length))) remove(key.slice(prefix.length));
  return write("edition." + editionName(record), tables);
}

export function newId(): string {
  return Date.now().toString(36) + Math.floor(Math.random() * 1296).toString(36);
}
