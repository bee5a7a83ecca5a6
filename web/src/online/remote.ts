// A table at a server, behind the interface of engine.ts. One seat, or a spectator; the server knows which.
import type { Table } from "../engine/engine";
import { EngineError, tablesFrom, type Advice, type Head, type Progress, type Score, type Seat, type Tables, type Told, type View, type Viewer } from "../engine/types";
import type { Line } from "./line";

export class RemoteTable implements Table {
  constructor(
    private readonly line: Line,
    readonly id: string,
    readonly head: Head,
  ) {}

  ask<T>(what: string, fields: object = {}): Promise<T> {
    return this.line.ask<T>({ do: what, table: this.id, ...fields });
  }
  view(_seat: Viewer): Promise<View> {
    return this.ask("sight", { labels: true, preview: true });
  }
  async events(_seat: Viewer, from: number): Promise<Told[]> {
    return (await this.ask<{ events: Told[] }>("events", { from })).events;
  }
  async apply(_seat: Seat, action: string, seq: number): Promise<Progress> {
    const { epoch } = this.line;
    try {
      return await this.ask<Progress>("apply", { action, seq });
    } catch (error) {
      // The answer was lost with the line and the question asked again: if the table has gone on meanwhile, the next look tells.
      const repeated = this.line.epoch !== epoch;
      if (!repeated || !(error instanceof EngineError) || !["stale", "not_waiting", "over"].includes(error.problem.code)) throw error;
      return { seq, waiting: [], over: false, events: [] };
    }
  }
  undo(): Promise<Progress> {
    return this.ask("undo");
  }
  playBot(): Promise<Progress> {
    return Promise.reject(new EngineError({ code: "not_yours", message: "the server plays the bots" }));
  }
  advise(): Promise<Advice> {
    return this.ask("hint");
  }
  why(_seat: Seat, action: string): Promise<{ allowed: boolean; clause?: string }> {
    return this.ask("why", { action });
  }
  score(): Promise<Score> {
    return this.ask("score");
  }
  async tables(): Promise<Tables> {
    return tablesFrom((await this.ask<{ tables: Record<string, string[][]> }>("edition")).tables);
  }
  async save(): Promise<string> {
    return (await this.ask<{ record: string }>("save")).record;
  }
  async close(): Promise<void> {
    await this.ask("unwatch");
  }
}
