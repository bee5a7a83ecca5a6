// One table on the screen: who sits where, what is seen, what was told, whose choice it is. Drives the bots, saves after every
// act. Knows the engine's interface and no game.
import type { Table } from "../engine/engine";
import { engine } from "../engine/local";
import { EngineError, type Advice, type Choice, type Progress, type Score, type Seat, type Tables, type Told, type View, type Viewer } from "../engine/types";
import { newId, saveGame, type Saved, type SeatPlan } from "../app/storage";
import { settings } from "../app/settings.svelte";
import { loadKit, type GameKit } from "../games/kit";
import { language, t } from "../strings/language.svelte";

export type Stage = "opening" | "choosing" | "bots" | "handover" | "over" | "broken";

export interface Setup {
  game: string;
  seats: SeatPlan[];
  seed: number;
  guided?: boolean;
  options?: Record<string, string>;
}

// Who gives hints: a bot that knows chances, where there is one that answers in a moment.
async function adviser(): Promise<string> {
  const { bots } = await engine.hello();
  return bots.includes("journeyman") ? "journeyman" : "greedy";
}

const pauseStep = 40; // ms; how often a pause looks whether it was skipped

export class Session {
  stage = $state<Stage>("opening");
  view = $state.raw<View | null>(null);
  log = $state.raw<Told[]>([]);
  digest = $state.raw<Told[]>([]); // what was told since the viewer's own last act
  advice = $state.raw<Advice | null>(null);
  score = $state.raw<Score | null>(null);
  tables = $state.raw<Tables>({});
  problem = $state<string | null>(null); // a sentence, shown until dismissed
  unsaved = $state(false); // the browser had no room
  busy = $state(false); // an act is under way
  advising = $state(false); // a hint is being thought of
  viewer = $state<Viewer>("A");
  next = $state<Seat>("A"); // at a hand-over: whose turn it is
  thinking = $state<Seat | null>(null);
  kit = $state.raw<GameKit | null>(null);

  private skipped = false;
  private left = false;

  private constructor(
    readonly id: string,
    readonly game: string,
    readonly seats: SeatPlan[],
    private readonly table: Table,
    readonly guided: boolean,
  ) {}

  static async start(setup: Setup): Promise<Session> {
    const { bots } = await engine.hello();
    const seats = setup.seats.map((s) => (s.bot === undefined || bots.includes(s.bot) ? s : { ...s, bot: "greedy" }));
    const table = await engine.open({ game: setup.game, players: setup.seats.length, names: setup.seats.map((s) => s.name), seed: setup.seed, options: setup.options ?? {} });
    return Session.open(new Session(newId(), setup.game, seats, table, setup.guided ?? false));
  }
  static async resume(saved: Saved): Promise<Session> {
    return Session.open(new Session(saved.id, saved.game, saved.seats, await engine.resume(saved.record), saved.guided ?? false));
  }
  private static async open(session: Session): Promise<Session> {
    [session.kit, session.tables] = await Promise.all([loadKit(session.game), engine.tables(session.game)]);
    session.viewer = session.people[0] ?? "table";
    session.nameSeats();
    void session.go(true);
    return session;
  }

  nameSeats(): void {
    language.names = Object.fromEntries(this.seats.map((s) => [s.seat, s.name]));
  }
  get people(): Seat[] {
    return this.seats.filter((s) => !s.bot).map((s) => s.seat);
  }
  get hotSeat(): boolean {
    return this.people.length > 1;
  }
  plan(seat: Seat): SeatPlan | undefined {
    return this.seats.find((s) => s.seat === seat);
  }

  // ---- going on

  // Lets the bots act until a person must choose.
  private async go(first = false): Promise<void> {
    try {
      for (;;) {
        if (this.left) return;
        await this.look();
        const view = this.view;
        if (!view) return;
        if (view.over) return await this.finish();
        const bot = view.waiting.find((seat) => seat !== "chance" && this.plan(seat)?.bot);
        const person = view.waiting.find((seat): seat is Seat => seat !== "chance" && !this.plan(seat)?.bot);
        if (bot === undefined || bot === "chance") {
          if (person === undefined) throw new EngineError({ code: "gone", message: "nobody is to move" });
          await this.save();
          return this.give(person, first);
        }
        if (this.stage !== "bots") await this.save();
        this.stage = "bots";
        this.busy = false;
        this.thinking = bot;
        const before = this.log.length;
        await this.table.playBot(bot, this.plan(bot)?.bot ?? "greedy");
        await this.listen();
        // A bot that chooses at the same time as a person keeps nobody waiting.
        if (person === undefined && this.log.length > before) {
          await this.look();
          await this.pause();
        }
      }
    } catch (error) {
      this.fail(error);
    } finally {
      this.thinking = null;
      this.busy = false;
    }
  }

  private give(person: Seat, first: boolean): void {
    if (person === this.viewer || !this.hotSeat) {
      this.stage = "choosing";
      return;
    }
    this.next = person;
    if (this.kit?.secrets === false) return this.take();
    this.stage = "handover";
    if (first) this.view = null;
  }
  // At a hand-over: the next person has the screen.
  take(): void {
    this.viewer = this.next;
    this.digest = [];
    void this.listen(true).then(() => this.go());
  }

  private async look(): Promise<void> {
    const view = await this.table.view(this.viewer);
    if (this.left) return;
    if (this.log.length === 0) await this.listen(true);
    this.view = view;
    this.advice = null;
  }
  private async listen(whole = false): Promise<void> {
    const from = whole ? 0 : (this.log[this.log.length - 1]?.seq ?? 0);
    const told = await this.table.events(this.viewer, whole ? 0 : from);
    this.log = whole ? told : [...this.log, ...told];
    if (!whole) this.digest = [...this.digest, ...told];
  }
  private async pause(): Promise<void> {
    this.skipped = false;
    for (let waited = 0; waited < settings.pause && !this.skipped && !this.left; waited += pauseStep) await new Promise((r) => setTimeout(r, pauseStep));
  }
  skip(): void {
    this.skipped = true;
  }

  private async finish(): Promise<void> {
    this.score = await this.table.score();
    this.stage = "over";
    await this.save();
  }

  // ---- what a person does

  async choose(choice: Choice): Promise<void> {
    const seat = this.viewer;
    if (this.busy || this.stage !== "choosing" || seat === "table" || !this.view) return;
    this.busy = true;
    try {
      await this.table.apply(seat, choice.action, this.view.seq);
      await this.listen();
      this.digest = [];
    } catch (error) {
      this.fail(error);
    }
    await this.go();
  }
  async undo(): Promise<void> {
    const seat = this.viewer;
    if (this.busy || seat === "table" || !this.view?.undo) return;
    this.busy = true;
    try {
      const progress: Progress = await this.table.undo(seat);
      this.digest = [];
      await this.listen(true);
      if (progress.over) this.score = null;
    } catch (error) {
      this.fail(error);
    }
    await this.go();
  }
  async hint(): Promise<void> {
    if (this.busy || this.advising || this.stage !== "choosing" || this.viewer === "table") return;
    this.advising = true;
    try {
      const seq = this.view?.seq;
      const advice = await this.table.advise(this.viewer, await adviser());
      if (seq === this.view?.seq) this.advice = advice;
    } catch (error) {
      this.fail(error);
    } finally {
      this.advising = false;
    }
  }
  // The clause that forbids an action now; nothing when it is allowed or no action at all.
  async why(action: string): Promise<string | null> {
    if (this.viewer === "table" || this.stage !== "choosing") return null;
    try {
      return (await this.table.why(this.viewer, action)).clause ?? null;
    } catch {
      return null;
    }
  }

  async save(): Promise<void> {
    const record = await this.table.save();
    const over = this.stage === "over";
    const game: Saved = { id: this.id, game: this.game, seats: $state.snapshot(this.seats), record, over, changed: Date.now() };
    this.unsaved = !saveGame(this.guided ? { ...game, guided: true } : game);
  }
  async record(): Promise<string> {
    return this.table.save();
  }
  leave(): void {
    this.left = true;
    void this.table.close().catch(() => undefined);
  }

  private fail(error: unknown): void {
    const problem = error instanceof EngineError ? error.problem : { code: "gone", message: String(error) };
    if (problem.code === "gone" || problem.code === "unknown_table") {
      this.stage = "broken";
      this.problem = t("web.problem.gone", problem.message);
    } else {
      this.problem = language.has("web.problem." + problem.code) ? t("web.problem." + problem.code) : problem.message;
    }
  }
}
