// One table on the screen, wherever its engine is: what is seen, what was told, whose choice it is, and what a person can do about
// it. Knows the Table interface and no game. Who plays the other seats is the affair of its children (session, online/play).
import type { Table } from "../engine/engine";
import { EngineError, type Advice, type Choice, type Progress, type Score, type Seat, type Tables, type Told, type View, type Viewer } from "../engine/types";
import type { SeatPlan } from "../app/storage";
import type { GameKit } from "../games/kit";
import { language, t } from "../strings/language.svelte";

export type Stage = "opening" | "choosing" | "bots" | "handover" | "over" | "broken";

export abstract class Play {
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
  thinking = $state<Seat | null>(null); // who is waited for
  kit = $state.raw<GameKit | null>(null);
  seats = $state.raw<SeatPlan[]>([]);
  readonly guided: boolean = false;
  hints = $state(true); // may be asked for
  protected left = false;

  constructor(
    readonly id: string,
    readonly game: string,
    protected readonly table: Table,
  ) {}

  // What others do is shown act by act, and can be hurried.
  get paced(): boolean {
    return false;
  }
  nameSeats(): void {
    language.names = Object.fromEntries(this.seats.map((s) => [s.seat, s.name]));
  }
  plan(seat: Seat): SeatPlan | undefined {
    return this.seats.find((s) => s.seat === seat);
  }

  // Goes on after something happened: looks, and says whose choice it is.
  protected abstract go(): Promise<void>;
  protected abstract adviser(): Promise<string>;
  abstract record(): Promise<string>;
  skip(): void {}
  take(): void {}
  leave(): void {
    this.left = true;
    void this.table.close().catch(() => undefined);
  }

  protected async look(): Promise<void> {
    await this.show(await this.table.view(this.viewer));
  }
  protected async show(view: View): Promise<void> {
    if (this.left) return;
    if (this.log.length === 0) await this.listen(true);
    if (view.seq !== this.view?.seq) this.advice = null;
    this.view = view;
  }
  // What one's own act brought about.
  protected heard(_progress: Progress): Promise<void> {
    return this.listen();
  }
  protected async listen(whole = false): Promise<void> {
    const from = whole ? 0 : (this.log[this.log.length - 1]?.seq ?? 0);
    const told = await this.table.events(this.viewer, from);
    this.log = whole ? told : [...this.log, ...told];
    if (!whole) this.digest = [...this.digest, ...told];
  }

  // ---- what a person does

  async choose(choice: Choice): Promise<void> {
    const seat = this.viewer;
    if (this.busy || this.stage !== "choosing" || seat === "table" || !this.view) return;
    this.busy = true;
    try {
      const progress = await this.table.apply(seat, choice.action, this.view.seq);
      await this.heard(progress);
      this.digest = this.digest.filter((event) => event.seq > progress.seq);
    } catch (error) {
      this.fail(error);
    }
    await this.go();
    this.busy = false;
  }
  async undo(): Promise<void> {
    const seat = this.viewer;
    if (this.busy || seat === "table" || !this.view?.undo) return;
    this.busy = true;
    try {
      await this.table.undo(seat);
      this.digest = [];
      await this.listen(true);
    } catch (error) {
      this.fail(error);
    }
    await this.go();
    this.busy = false;
  }
  async hint(): Promise<void> {
    if (!this.hints || this.busy || this.advising || this.stage !== "choosing" || this.viewer === "table") return;
    this.advising = true;
    try {
      const seq = this.view?.seq;
      const advice = await this.table.advise(this.viewer, await this.adviser());
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

  protected fail(error: unknown): void {
    const problem = error instanceof EngineError ? error.problem : { code: "gone", message: String(error) };
    if (problem.code === "gone" || problem.code === "unknown_table") {
      this.stage = "broken";
      this.problem = t("web.problem.gone", problem.message);
    } else {
      this.problem = language.has("web.problem." + problem.code) ? t("web.problem." + problem.code) : problem.message;
    }
  }
}
