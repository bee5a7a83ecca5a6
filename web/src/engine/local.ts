// The engine in a worker of this browser, behind the interface of engine.ts. Messages are those of docs/protocol.md.
import { editionOf } from "../app/storage";
import type { Engine, Opening, Table } from "./engine";
import { EngineError, tablesFrom, type Advice, type Head, type Hello, type Outcome, type Problem, type Progress, type Score, type Seat, type Tables, type Told, type View, type Viewer } from "./types";

interface Answer {
  id?: number;
  ok?: boolean;
  error?: Problem;
  fatal?: string;
}
type Waiter = { resolve: (answer: unknown) => void; reject: (error: EngineError) => void };

// Sends messages to the worker and matches the answers.
class Wire {
  private worker: Worker | null = null;
  private next = 1;
  private waiting = new Map<number, Waiter>();

  ask<T>(message: object): Promise<T> {
    const id = this.next++;
    return new Promise<T>((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as (answer: unknown) => void, reject });
      this.start().postMessage(JSON.stringify({ id, ...message }));
    });
  }

  private start(): Worker {
    if (this.worker) return this.worker;
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = (e: MessageEvent<string>) => this.receive(JSON.parse(e.data) as Answer);
    worker.onerror = (e) => this.fail(e.message || "the engine could not be loaded");
    return (this.worker = worker);
  }

  private receive(answer: Answer): void {
    if (answer.fatal !== undefined) return this.fail(answer.fatal);
    const waiter = this.waiting.get(answer.id ?? 0);
    if (!waiter) return;
    this.waiting.delete(answer.id ?? 0);
    if (answer.ok) waiter.resolve(answer);
    else waiter.reject(new EngineError(answer.error ?? { code: "gone", message: "no answer" }));
  }

  stop(): void {
    this.fail("stopped");
  }
  // The worker is lost: everybody waiting is told, and the next message starts a new one.
  private fail(why: string): void {
    this.worker?.terminate();
    this.worker = null;
    const waiters = [...this.waiting.values()];
    this.waiting.clear();
    for (const waiter of waiters) waiter.reject(new EngineError({ code: "gone", message: why }));
  }
}

class LocalTable implements Table {
  constructor(
    private readonly wire: Wire,
    private readonly table: number,
    readonly head: Head,
    readonly moves?: number,
  ) {}

  private ask<T>(what: string, fields: object = {}): Promise<T> {
    return this.wire.ask<T>({ do: what, table: this.table, ...fields });
  }
  view(seat: Viewer): Promise<View> {
    return this.ask("sight", { seat, labels: true, preview: true });
  }
  async events(seat: Viewer, from: number): Promise<Told[]> {
    return (await this.ask<{ events: Told[] }>("events", { seat, from })).events;
  }
  apply(seat: Seat, action: string, seq: number): Promise<Progress> {
    return this.ask("apply", { seat, action, seq });
  }
  undo(seat: Seat): Promise<Progress> {
    return this.ask("undo", { seat });
  }
  playBot(seat: Seat, name: string): Promise<Progress> {
    return this.ask("bot", { seat, name, apply: true });
  }
  advise(seat: Seat, name: string): Promise<Advice> {
    return this.ask("bot", { seat, name, rank: true, seed: 1 });
  }
  why(seat: Seat, action: string): Promise<{ allowed: boolean; clause?: string }> {
    return this.ask("why", { seat, action });
  }
  async outcomes(): Promise<Outcome[]> {
    return (await this.ask<{ outcomes: Outcome[] }>("chance")).outcomes;
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
    await this.ask("close");
  }
}

type Opened = Head & { table: number; moves?: number };

class LocalEngine implements Engine {
  private readonly wire = new Wire();

  hello(): Promise<Hello> {
    return this.wire.ask({ do: "hello" });
  }
  open(opening: Opening): Promise<Table> {
    return this.table({ do: "new", ...opening });
  }
  resume(record: string): Promise<Table> {
    return this.table({ do: "load", record, ...editionOf(record) });
  }
  show(record: string, at: number): Promise<Table> {
    return this.table({ do: "load", record, at, ...editionOf(record) });
  }
  async tables(game: string): Promise<Tables> {
    return tablesFrom((await this.wire.ask<{ tables: Record<string, string[][]> }>({ do: "edition", game })).tables);
  }
  stop(): void {
    this.wire.stop();
  }
  private async table(message: object): Promise<Table> {
    const { table, moves, ...head } = await this.wire.ask<Opened>(message);
    return new LocalTable(this.wire, table, head, moves);
  }
}

export const engine: Engine = new LocalEngine();
// One more, in a worker of its own, for long work; to be stopped by whoever asked for it.
export const spareEngine = (): Engine & { stop(): void } => new LocalEngine();
