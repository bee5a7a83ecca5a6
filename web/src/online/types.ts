// What a server says, as TypeScript sees it: docs/online.md describes every field.
import type { Fields, GameInfo, Head, Problem, Seat, Told } from "../engine/types";

export interface Me {
  user: string;
  name: string;
  account: boolean;
  banned: boolean;
}
export interface ServerHello {
  online: number;
  program: string;
  games: GameInfo[];
  bots: string[];
  editions: { game: string; name: string; edition: string }[];
  me: Me | null;
  now: number;
}
export interface Rating {
  mean: number;
  spread: number;
  games: number;
}
export type Ratings = Record<string, Rating>;
export interface Mine {
  me: Me;
  webhook?: string;
  language?: string;
  ratings: Ratings;
  tables?: TableInfo[];
}

export type ClockKind = "none" | "move" | "game" | "days";
export interface ClockTerms {
  kind: ClockKind;
  seconds?: number;
  increment?: number;
}
// What each seat had left at a moment; nothing: no limit.
export interface ClockState {
  left: Partial<Record<Seat, number | null>>;
  running: Seat[];
  at: number;
}
export interface SeatInfo {
  seat: Seat;
  user?: string;
  name?: string;
  ready?: boolean;
  here?: boolean;
  bot?: string;
  open?: boolean;
  stand_in?: string;
  resigned?: boolean;
  place?: number;
}
export type Status = "open" | "running" | "over" | "closed";
export interface TableInfo {
  table: string;
  game: string;
  players: number;
  options: Record<string, string>;
  edition_name?: string | null; // only where it is not the built-in one; null: brought by the maker
  imported?: boolean; // a record that somebody brought along
  status: Status;
  listed: boolean;
  rated: boolean;
  hints: boolean;
  undo: boolean;
  chat: boolean;
  clock: ClockTerms;
  times?: ClockState; // where a game runs
  host: string;
  seats: SeatInfo[];
  you: Seat | null;
  spectators: number;
  seq?: number; // where a game runs
  waiting?: Seat[];
  paused: boolean;
  made: number;
  changed: number;
  fair?: { commitment: string; match: string };
  rematch?: string | null;
}

export interface ChatLine {
  user: string;
  name: string;
  text: string;
  spectators: boolean;
  at: number;
}
export type Question = "undo" | "pause" | "resume" | "replace" | "close";
export interface Vote {
  vote: number | string;
  what: Question;
  by: Seat;
  seat?: Seat;
  until: number;
  yes: Seat[];
  result: "open" | "passed" | "failed";
}
export interface Result {
  table: string;
  game: string;
  seat: Seat;
  seats: number;
  place: number;
  points: number;
  rated: boolean;
  mean: number;
  at: number;
}
export interface Player {
  user: string;
  name: string;
  ratings: Ratings;
  results: Result[];
  statistics: Statistics;
}
export interface Tally {
  games: number;
  won: number;
}
// Of each game.
export type Statistics = Record<string, Tally & { place: number; best: number; seats: Partial<Record<Seat, Tally>> }>;

export type Push =
  | ({ push: "table"; line?: string; args?: (string | number)[] } & TableInfo)
  | ({ push: "told"; table: string; events: Told[]; clock?: ClockState; fields?: Fields } & Head)
  | { push: "recalled"; table: string; seq?: number }
  | ({ push: "chat"; table: string } & ChatLine)
  | ({ push: "vote"; table: string } & Vote)
  | { push: "analysis"; table: string; done: number; of: number }
  | { push: "bye"; code: string; message: string };

export interface Answer {
  id?: number;
  ok?: boolean;
  error?: Problem & { retry_ms?: number };
}
