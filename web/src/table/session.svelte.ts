// A table of this browser alone: persons at one screen against bots in the worker. Drives the bots, saves after every act.
import { engine } from "../engine/local";
import { EngineError, type Seat } from "../engine/types";
import type { Table } from "../engine/engine";
import { newId, saveGame, type Saved, type SeatPlan } from "../app/storage";
import { settings } from "../app/settings.svelte";
import { loadKit } from "../games/kit";
import { Pace } from "./pace";
import { Play } from "./play.svelte";

export interface Setup {
  game: string;
  seats: SeatPlan[];
  seed: number;
  guided?: boolean;
  options?: Record<string, string>;
}

export class Session extends Play {
  private readonly pace = new Pace();
  private first = true;

  private constructor(
    id: string,
    game: string,
    seats: SeatPlan[],
    table: Table,
    override readonly guided: boolean,
  ) {
    super(id, game, table);
    this.seats = seats;
  }

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
    [session.kit, session.tables] = await Promise.all([loadKit(session.game), session.table.tables()]);
    session.viewer = session.people[0] ?? "table";
    session.nameSeats();
    void session.go();
    return session;
  }

  override get paced(): boolean {
    return true;
  }
  private get people(): Seat[] {
    return this.seats.filter((s) => !s.bot).map((s) => s.seat);
  }
  private get hotSeat(): boolean {
    return this.people.length > 1;
  }

  // Lets the bots act until a person must choose.
  protected async go(): Promise<void> {
    const first = this.first;
    this.first = false;
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
          await this.pace.rest(settings.pause);
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
  override take(): void {
    // A second click finds nothing to take, and what the one before saw is gone before the next one looks.
    if (this.stage === "handover") {
      this.stage = "opening";
      this.view = null;
    }
    this.viewer = this.next;
    this.digest = [];
    void this.listen(true).then(() => this.go());
  }

  override skip(): void {
    this.pace.skip();
  }

  private async finish(): Promise<void> {
    this.score = await this.table.score();
    this.stage = "over";
    await this.save();
  }
  // Who gives hints: a bot that knows chances, where there is one that answers in a moment.
  protected async adviser(): Promise<string> {
    const { bots } = await engine.hello();
    return bots.includes("journeyman") ? "journeyman" : "greedy";
  }

  private async save(): Promise<void> {
    const record = await this.table.save();
    const over = this.stage === "over";
    const game: Saved = { id: this.id, game: this.game, seats: this.seats, record, over, changed: Date.now() };
    this.unsaved = !saveGame(this.guided ? { ...game, guided: true } : game);
  }
  record(): Promise<string> {
    return this.table.save();
  }
}
