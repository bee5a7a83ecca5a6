// A table at a server, on the screen: the seats, chat, votes and clocks around the game, and the game itself as `Play` has it.
// Learns by pushes; whatever was missed while the line was away is asked for when it is back.
import type { Fields, Progress, Seat, Told, View } from "../engine/types";
import { engine } from "../engine/local";
import { loadKit } from "../games/kit";
import { botName } from "../app/opponents";
import { settings } from "../app/settings.svelte";
import { keepEdition, saveGame, write, type SeatPlan } from "../app/storage";
import { Pace } from "../table/pace";
import { Play } from "../table/play.svelte";
import { code, words } from "./errors";
import type { Line, Message } from "./line";
import { callPlayer } from "./notify";
import { RemoteTable } from "./remote";
import type { ChatLine, ClockState, Push, Question, SeatInfo, TableInfo, Vote } from "./types";

export interface SystemLine {
  line: string;
  args: (string | number)[];
  at: number;
}
export type Said = ChatLine | SystemLine;
type Watched = TableInfo & { lines?: Said[] };
type Ask = <T>(message: Message) => Promise<T>;
// The table after one act of somebody.
interface Step {
  seq: number;
  waiting: View["waiting"];
  events: Told[];
  fields: Fields;
}
const linesKept = 300;
const watchAgain = [0, 400, 800, 1600, 3200]; // ms before each attempt, while a table is moving
const catchUpMax = 3000; // ms that others' acts are shown one by one before one's own turn; one's clock may be running

function plans(seats: SeatInfo[]): SeatPlan[] {
  return seats.map((s) => (s.bot === undefined ? { seat: s.seat, name: s.name ?? s.seat } : { seat: s.seat, name: botName(s.bot), bot: s.bot }));
}

// The server's names for what it says itself, as keys of the page's strings.
const named = (said: Said): Said => ("text" in said ? said : { ...said, line: `web.online.line.${said.line.replace("online.line.", "")}`, args: said.args ?? [] });

export class OnlinePlay extends Play {
  info: TableInfo = $state.raw() as TableInfo;
  said = $state.raw<readonly Said[]>([]);
  unread = $state(0);
  vote = $state.raw<Vote | null>(null);
  clock = $state.raw<ClockState | null>(null);
  muted = $state.raw<ReadonlySet<string>>(new Set());
  onScreen = false;
  private hearing: Promise<void> = Promise.resolve();
  private working: Promise<void> | null = null;
  private again = false;
  private recalled = false; // what was told must be asked for anew
  private steps: Step[] = []; // what others did and was not shown yet
  private stepping = $state(false);
  private readonly pace = new Pace();
  private kept = false; // the record lies in this browser

  private constructor(
    private readonly line: Line,
    private readonly remote: RemoteTable,
    info: TableInfo,
  ) {
    super(info.table, info.game, remote);
    this.know(info);
  }

  static async open(line: Line, table: string): Promise<OnlinePlay> {
    const answer = await line.ask<Watched>({ do: "watch", table, fields: true });
    const head = { seq: answer.seq ?? 0, waiting: answer.waiting ?? [], over: answer.status === "over" };
    const play = new OnlinePlay(line, new RemoteTable(line, table, head), answer);
    play.said = (answer.lines ?? []).map(named);
    [play.kit, play.tables] = await Promise.all([loadKit(play.game), answer.edition_name === undefined ? engine.tables(play.game) : play.remote.tables()]);
    void play.go();
    return play;
  }
  // Again, on a new line.
  async watch(ask: Ask): Promise<void> {
    try {
      const answer = await ask<Watched>({ do: "watch", table: this.id, fields: true });
      this.know(answer);
      const last = this.said.at(-1)?.at ?? 0;
      this.say(...(answer.lines ?? []).filter((line) => line.at > last).map(named));
      for (const user of this.muted) void ask({ do: "mute", user, mute: true }).catch(() => undefined);
      this.recalled = true;
      void this.go();
    } catch (error) {
      this.fail(error);
    }
  }

  // The table may be at another machine now, which does not know that we want to see it act by act.
  private async rewatch(): Promise<void> {
    for (const wait of watchAgain) {
      await new Promise((done) => setTimeout(done, wait));
      if (this.left) return;
      try {
        this.know(await this.line.ask<Watched>({ do: "watch", table: this.id, fields: true }));
        return;
      } catch (error) {
        if (code(error) !== "elsewhere") return; // what matters is said when the table is looked at
      }
    }
  }

  private know(info: TableInfo): void {
    this.info = info;
    // What the server committed to before the first draw; compared with the record at the end.
    if (info.status === "open" && info.fair && info.you !== null) write("fair." + info.table, info.fair.commitment);
    this.seats = plans(info.seats);
    this.hints = info.hints;
    this.viewer = info.you ?? "table";
    if (info.times) this.clock = info.times;
    if (this.onScreen) this.nameSeats();
  }
  get spectating(): boolean {
    return this.info.you === null;
  }
  get mine(): SeatInfo | undefined {
    return this.info.seats.find((s) => s.seat === this.info.you);
  }
  get myTurn(): boolean {
    return this.stage === "choosing";
  }

  pushed(push: Push): void {
    switch (push.push) {
      case "table": {
        const { line, args } = push;
        const before = this.info;
        this.know(push);
        if (line) this.say(named({ line, args: args ?? [], at: Date.now() }));
        if (before.status !== push.status || before.you !== push.you || before.seq !== push.seq || before.paused !== push.paused) void this.go();
        return;
      }
      case "told":
        if (push.clock) this.clock = push.clock;
        if (push.fields) this.steps.push({ seq: push.seq, waiting: push.waiting, events: push.events, fields: push.fields });
        this.info = { ...this.info, seq: push.seq, waiting: push.waiting.filter((s): s is Seat => s !== "chance"), ...(push.over ? { status: "over" as const } : {}) };
        void this.go();
        return;
      case "recalled":
        this.recalled = true;
        void this.go();
        void this.rewatch();
        return;
      case "chat":
        this.say(push);
        if (push.user !== this.mine?.user) this.unread++;
        return;
      case "vote":
        this.vote = push.result === "open" ? push : null;
        if (push.result === "failed") this.say({ line: `web.online.vote.${push.what}.failed`, args: [this.nameOf(push.by), push.seat ? this.nameOf(push.seat) : ""], at: Date.now() });
        return;
      default:
    }
  }
  private say(...lines: Said[]): void {
    if (lines.length > 0) this.said = [...this.said, ...lines].slice(-linesKept);
  }
  nameOf(seat: Seat): string {
    return this.plan(seat)?.name ?? seat;
  }

  // Looks at the table as it stands now; calls that come while it looks are answered by one more look.
  protected override async go(): Promise<void> {
    if (this.working) {
      this.again = true;
      return this.working;
    }
    this.working = (async () => {
      try {
        do {
          this.again = false;
          await this.once();
        } while (this.again && !this.left);
      } finally {
        this.working = null; // at once: who comes after the last look starts one anew
      }
    })();
    await this.working;
  }
  // What others did while this seat had nothing to choose is shown act by act, before the look at how things stand now.
  private async showSteps(): Promise<void> {
    const mine = (step: Step): boolean => step.waiting.some((seat) => seat === this.viewer);
    let budget = catchUpMax;
    try {
      while (settings.pause > 0 && this.onScreen && !document.hidden && !this.recalled && !this.left && this.view) {
        const rest = Math.min(settings.pause, budget / this.steps.length);
        if (this.steps.some(mine)) budget -= rest;
        const step = this.steps.shift();
        if (!step || mine(step)) break;
        if (step.seq <= this.view.seq) continue;
        this.stepping = true;
        this.stage = "bots";
        this.busy = false;
        this.tell(step.events);
        const { prompt: _prompt, undo: _undo, ...view } = this.view;
        this.view = { ...view, seq: step.seq, waiting: step.waiting, fields: step.fields, legal: [] };
        this.thinking = step.waiting.find((s): s is Seat => s !== "chance") ?? null;
        await this.pace.rest(rest);
      }
    } finally {
      this.steps = [];
      this.stepping = false;
    }
  }
  // Events that came by themselves, as far as they follow what is known.
  private tell(events: readonly Told[]): void {
    const last = this.log.at(-1)?.seq ?? 0;
    const news = events.filter((event) => event.seq > last);
    this.log = [...this.log, ...news];
    this.digest = [...this.digest, ...news];
  }
  protected override async heard(progress: Progress): Promise<void> {
    if (progress.events.length === 0) return this.listen();
    await this.hearing.catch(() => undefined);
    this.tell(progress.events);
  }
  override get paced(): boolean {
    return this.stepping;
  }
  override skip(): void {
    this.steps = [];
    this.pace.skip();
  }

  private async once(): Promise<void> {
    if (this.left || this.info.status === "open") return;
    if (this.info.status === "closed") {
      this.stage = "over";
      return;
    }
    const before = this.stage;
    try {
      // Asked for first, shown last: quick bots are done before the answer comes, and what they did is seen before what it led to.
      const now = await this.table.view(this.viewer);
      await this.showSteps();
      if (this.left) return;
      if (!this.recalled && this.view && this.view.seq > now.seq) {
        this.again = true;
        return;
      }
      if (this.recalled || this.log.length === 0) {
        this.recalled = false;
        await this.listen(true);
      } else await this.listen();
      await this.show(now);
      const view = this.view;
      if (!view || this.left) return;
      const waiting = view.waiting.filter((s): s is Seat => s !== "chance");
      const { times } = view as View & { times?: ClockState };
      if (times) this.clock = times;
      this.info = { ...this.info, seq: view.seq, waiting, ...(view.over && this.info.status === "running" ? { status: "over" as const } : {}) };
      const mine = this.viewer !== "table" && waiting.includes(this.viewer) && !this.mine?.stand_in && !this.info.paused;
      this.thinking = mine ? null : (waiting[0] ?? null);
      if (view.over || this.info.imported) {
        if (view.over) this.score ??= await this.table.score();
        this.stage = "over";
        this.vote = null;
        await this.keepRecord();
      } else this.stage = mine ? "choosing" : "bots";
      if (mine && before !== "choosing" && before !== "opening") callPlayer(this);
    } catch (error) {
      this.fail(error);
    }
  }
  // One at a time, so that nothing is told twice.
  protected override listen(whole = false): Promise<void> {
    this.hearing = this.hearing.catch(() => undefined).then(() => super.listen(whole));
    return this.hearing;
  }
  protected adviser(): Promise<string> {
    return Promise.resolve("");
  }
  protected override fail(error: unknown): void {
    this.problem = words(error);
    if (code(error) === "unknown_table" || code(error) === "gone") this.stage = "broken";
  }

  // ---- around the game

  // Says it to the server; what is refused is shown. False: refused.
  async do(what: string, fields: object = {}): Promise<boolean> {
    try {
      await this.remote.ask(what, fields);
      return true;
    } catch (error) {
      this.fail(error);
      return false;
    }
  }
  propose(what: Question, seat?: Seat): Promise<boolean> {
    return this.do("ask", seat ? { what, seat } : { what });
  }
  async answer(yes: boolean): Promise<void> {
    const vote = this.vote;
    if (vote && (await this.do("vote", { vote: vote.vote, yes }))) this.vote = vote === this.vote && !yes ? null : this.vote;
  }
  async mute(user: string, mute: boolean): Promise<void> {
    await this.line.ask({ do: "mute", user, mute }).catch((error: unknown) => this.fail(error));
    const muted = new Set(this.muted);
    if (mute) muted.add(user);
    else muted.delete(user);
    this.muted = muted;
  }
  async rematch(): Promise<string | null> {
    if (this.info.rematch) return this.info.rematch;
    try {
      const { table } = await this.remote.ask<{ table: string }>("rematch");
      return table;
    } catch (error) {
      this.fail(error);
      return null;
    }
  }

  record(): Promise<string> {
    return this.table.save();
  }
  // A finished game is kept here like a game of one's own: for replay, analysis and the check of its draws.
  private async keepRecord(): Promise<void> {
    if (this.kept) return;
    this.kept = true;
    try {
      const { record, tables } = await this.remote.ask<{ record: string; tables?: Record<string, string> }>("save");
      if (tables) keepEdition(record, tables);
      this.unsaved = !saveGame({ id: this.id, game: this.game, seats: this.seats, record, over: true, changed: Date.now() });
    } catch {
      this.kept = false;
    }
  }
}

export const isChat = (said: Said): said is ChatLine => "text" in said;
