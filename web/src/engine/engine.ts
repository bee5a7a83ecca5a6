// The one interface through which the page plays: an engine and its tables. The engine in a worker of this browser (local.ts) is
// one; a server's will be another. Whoever holds a Table asks for the sight of its own seats only; there are no rules on this side.
import type { Advice, Head, Hello, Outcome, Progress, Score, Seat, Tables, Told, View, Viewer } from "./types";

export interface Opening {
  game: string;
  players: number;
  names: string[];
  seed: number;
  options?: Record<string, string>;
}

export interface Table {
  readonly head: Head; // where it stood when it was opened
  readonly moves?: number; // how many moves the record has; only at a table that shows one
  view(seat: Viewer): Promise<View>;
  events(seat: Viewer, from: number): Promise<Told[]>;
  apply(seat: Seat, action: string, seq: number): Promise<Progress>;
  undo(seat: Seat): Promise<Progress>;
  playBot(seat: Seat, name: string): Promise<Progress>; // the bot chooses and acts
  advise(seat: Seat, name: string): Promise<Advice>; // what the bot thinks of every choice
  why(seat: Seat, action: string): Promise<{ allowed: boolean; clause?: string }>;
  outcomes?(): Promise<Outcome[]>; // what could be dealt now, in the order of the tickets; only at a table that shows a record
  score(): Promise<Score>;
  tables(): Promise<Tables>; // the printed tables it is played with
  save(): Promise<string>; // the record, as text
  close(): Promise<void>;
}

export interface Engine {
  hello(): Promise<Hello>;
  open(opening: Opening): Promise<Table>;
  resume(record: string): Promise<Table>;
  show(record: string, at: number): Promise<Table>; // as it stood after so many moves; nothing can be done at it
  tables(game: string): Promise<Tables>; // the built-in ones
}
