// What an engine says, as TypeScript sees it: docs/protocol.md describes every field. No game is named here.

export type Seat = "A" | "B" | "C" | "D" | "E";
export type Viewer = Seat | "table";
export const seats: readonly Seat[] = ["A", "B", "C", "D", "E"];

export type Arg = number | { seat: Seat } | { term: string };
export interface Phrase {
  key: string;
  args: Arg[];
}
export interface Prompt extends Phrase {
  clause: string;
}
export interface Told extends Phrase {
  seq: number;
}

export type FieldValue = string | number | string[] | null;
export type Fields = Record<string, FieldValue>;

export interface Change {
  field: string;
  from: FieldValue;
  to: FieldValue;
}
export interface Choice {
  action: string;
  label: Phrase;
  changes: Change[];
  wins?: boolean;
}

// Where a table stands.
export interface Head {
  seq: number;
  waiting: (Seat | "chance")[];
  over: boolean;
}
// The table as one seat sees it, with what it may do.
export interface View extends Head {
  viewer: Viewer;
  fields: Fields;
  legal: Choice[];
  prompt?: Prompt;
  undo?: boolean;
}
export interface Progress extends Head {
  events: Told[];
}

// What speaks for the best choice: a figure of a seat, by how much it changes (hundredths; percent as they are).
export interface Reason {
  figure: string;
  unit: "things" | "points" | "percent";
  seat: Seat;
  change: number;
}
export interface Advice {
  reasons: Reason[];
  worth: number;
  ranked: { action: string; worth: number; chance?: number }[]; // best first; chance to win in ten thousandths
}
export interface Outcome {
  action: string;
  weight: number; // how many tickets
}
export interface Score {
  lines: { key: string; points: Partial<Record<Seat, number>> }[];
  places: Partial<Record<Seat, number>>;
}
export interface Clause {
  clause: string;
  section: string;
  title: string;
  source: string;
  text: string;
}
export interface GameInfo {
  name: string;
  players: [number, number];
  options: Record<string, string[]>;
}
export interface Hello {
  program: string;
  games: GameInfo[];
  bots: string[];
}

// A printed table: its rows by column name.
export type Row = Record<string, string>;
export type Tables = Record<string, Row[]>;
// As an engine tells them: by file, rows of words, the first row the names of the columns.
export function tablesFrom(files: Record<string, string[][]>): Tables {
  const rows = ([columns = [], ...rest]: string[][]): Row[] => rest.map((row) => Object.fromEntries(columns.map((column, i) => [column, row[i] ?? ""])));
  return Object.fromEntries(Object.entries(files).map(([file, cells]) => [file.replace(".csv", ""), rows(cells)]));
}

export interface Problem {
  code: string;
  message: string;
  where?: string;
  clause?: string;
}
// An engine's refusal. `code` is one of docs/protocol.md, or `gone` when the engine itself does not answer.
export class EngineError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}
