// The server as the page knows it: whether there is one, who we are there, and the tables that are open in this page. One line for
// all of them.
import { settings } from "../app/settings.svelte";
import { code } from "./errors";
import { Line, post, type LineState, type Message } from "./line";
import { OnlinePlay } from "./play.svelte";
import type { Me, Mine, Push, ServerHello, TableInfo } from "./types";

export type Presence = "unknown" | "absent" | "there";
export type Which = "open" | "running" | "mine";

class Online {
  presence = $state<Presence>("unknown"); // is there a server of tables where this page came from?
  state = $state<LineState>("closed");
  me = $state.raw<Me | null>(null);
  hello = $state.raw<ServerHello | null>(null);
  outdated = $state(false); // the server has become another version while this page was open
  drift = 0; // the server's clock minus ours, in ms
  plays = $state.raw<readonly OnlinePlay[]>([]); // tables open in this page
  readonly line: Line;
  private program: string | null = null;

  constructor() {
    this.line = new Line(
      (state) => (this.state = state),
      (push) => this.pushed(push),
      (ask) => this.greet(ask),
    );
  }

  // Asks whether there is a server; nothing is opened.
  async look(): Promise<boolean> {
    if (this.presence === "there") return true;
    try {
      this.know(await post<ServerHello>({ do: "hello" }));
      this.presence = "there";
      return true;
    } catch (error) {
      this.presence = code(error) === "no_server" ? "absent" : "there";
      return this.presence === "there";
    }
  }
  private know(hello: ServerHello): void {
    this.hello = hello;
    this.me = hello.me;
    this.drift = hello.now - Date.now();
    if (this.program !== null && this.program !== hello.program) this.outdated = true;
    this.program ??= hello.program;
  }
  private async greet(ask: <T>(message: Message) => Promise<T>): Promise<void> {
    this.know(await ask<ServerHello>({ do: "hello" }));
    this.presence = "there";
    await Promise.all(this.plays.map((play) => play.watch(ask)));
  }
  ask<T>(what: string, fields: object = {}): Promise<T> {
    return this.line.ask<T>({ do: what, ...fields });
  }

  // ---- who we are

  // By HTTP, because the cookie changes; the line begins anew with it.
  async become(what: "guest" | "register" | "login" | "logout" | "logout_all" | "password", fields: object = {}): Promise<void> {
    const answer = await post<{ me?: Me | null }>({ do: what, ...fields });
    if (what === "password") return;
    this.me = answer.me ?? null;
    if (this.me) {
      settings.name = this.me.name;
      settings.keep();
    }
    if (this.state !== "closed") this.line.reopen();
  }
  async rename(name: string): Promise<void> {
    await this.become("guest", { name });
  }
  mine(): Promise<Mine> {
    return this.ask("me");
  }

  // ---- tables

  async tables(which: Which, count = 30): Promise<TableInfo[]> {
    return (await this.ask<{ tables: TableInfo[] }>("tables", { which, count })).tables;
  }
  // The same play for the same table, wherever in the page it is asked for.
  async open(table: string): Promise<OnlinePlay> {
    const known = this.plays.find((p) => p.id === table);
    if (known) return known;
    const play = await OnlinePlay.open(this.line, table);
    const meanwhile = this.plays.find((p) => p.id === table);
    if (meanwhile) return meanwhile;
    this.plays = [...this.plays, play];
    return play;
  }
  forget(play: OnlinePlay): void {
    this.plays = this.plays.filter((p) => p !== play);
    play.leave();
  }

  private pushed(push: Push): void {
    if (push.push === "bye") return;
    this.plays.find((p) => p.id === push.table)?.pushed(push);
  }
}

export const online = new Online();
export const tableLink = (table: string): string => new URL(`t/${table}`, new URL("./", location.href.replace(/[?#].*$/, ""))).href;
