// The line to the server that serves this page: messages and answers over one WebSocket that comes back by itself, and over
// POST /api where a cookie is set. A question that was under way when the line broke is asked again when it is back: an act
// carries the seq it was meant for, so it does not happen twice; what has none is not repeated but reported as `lost`.
import { EngineError } from "../engine/types";
import type { Answer, Push } from "./types";

export type Message = { do: string } & Record<string, unknown>;
export type LineState = "closed" | "connecting" | "open" | "lost";

const firstWait = 400; // ms before the second attempt; doubled each time
const longestWait = 15000;
const silenceMax = 20000; // ms without a word before asking whether anybody is there
const answerMax = 8000; // ms for that answer

// What would happen twice if it were said twice.
const once = new Set(["create", "join", "leave", "chat", "ask", "undo", "resign", "rematch"]);

interface Waiter {
  what: string;
  text: string;
  resolve: (answer: never) => void;
  reject: (error: EngineError) => void;
  sent: boolean;
}

export class Line {
  state: LineState = "closed";
  epoch = 0; // how many lines there were
  private socket: WebSocket | null = null;
  private waiting = new Map<number, Waiter>();
  private next = 1;
  private attempts = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private beat: ReturnType<typeof setTimeout> | undefined;
  private wanted = false;

  constructor(
    private readonly changed: (state: LineState) => void,
    private readonly pushed: (push: Push) => void,
    private readonly greet: (ask: <T>(message: Message) => Promise<T>) => Promise<void>, // first words on every new line
  ) {
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.hurry());
  }

  open(): void {
    this.wanted = true;
    if (this.state === "closed") this.connect();
  }
  close(): void {
    this.wanted = false;
    this.drop();
    this.become("closed");
  }
  // With another cookie: a new line.
  reopen(): void {
    this.drop();
    this.wanted = true;
    this.attempts = 0;
    this.connect();
  }
  // Now rather than at the end of the pause.
  hurry(): void {
    if (this.state !== "lost") return;
    this.attempts = 0;
    this.connect();
  }

  // Waits for the line where it is away.
  ask<T>(message: Message): Promise<T> {
    this.open();
    return this.put<T>(message, this.state === "open");
  }

  private put<T>(message: Message, now: boolean): Promise<T> {
    const id = this.next++;
    const text = JSON.stringify({ id, ...message });
    return new Promise<T>((resolve, reject) => {
      const waiter: Waiter = { what: message.do, text, resolve: resolve as (answer: never) => void, reject, sent: false };
      this.waiting.set(id, waiter);
      if (now) this.send(waiter);
    });
  }
  private send(waiter: Waiter): void {
    waiter.sent = true;
    this.socket?.send(waiter.text);
  }

  private become(state: LineState): void {
    if (state === this.state) return;
    this.state = state;
    this.changed(state);
  }
  private connect(): void {
    clearTimeout(this.timer);
    this.drop();
    this.become(this.attempts === 0 && this.state !== "lost" ? "connecting" : "lost");
    const address = new URL("ws", serverRoot());
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.socket = socket;
    this.epoch++;
    socket.onopen = () => void this.begin(socket);
    socket.onmessage = (e: MessageEvent<string>) => this.socket === socket && this.receive(e.data);
    socket.onclose = () => this.socket === socket && this.lose();
    this.listenFor(socket, answerMax);
  }
  private async begin(socket: WebSocket): Promise<void> {
    try {
      await this.greet((message) => this.put(message, true));
    } catch {
      if (this.socket === socket) socket.close();
      return;
    }
    if (this.socket !== socket) return;
    this.attempts = 0;
    this.become("open");
    for (const waiter of this.waiting.values()) if (!waiter.sent) this.send(waiter);
  }
  private receive(text: string): void {
    if (this.socket) this.listenFor(this.socket, silenceMax);
    const answer = JSON.parse(text) as Answer | Push;
    if ("push" in answer) return this.pushed(answer);
    const waiter = this.waiting.get(answer.id ?? 0);
    if (!waiter) return;
    this.waiting.delete(answer.id ?? 0);
    if (answer.ok) waiter.resolve(answer as never);
    else waiter.reject(new EngineError(answer.error ?? { code: "storage", message: "no answer" }));
  }
  // A line can be dead without anybody saying so: after a while of silence a word must be answered.
  private listenFor(socket: WebSocket, ms: number): void {
    clearTimeout(this.beat);
    this.beat = setTimeout(() => {
      if (this.socket !== socket) return;
      if (ms === answerMax || socket.readyState !== WebSocket.OPEN) {
        socket.close();
        return this.lose();
      }
      void this.put({ do: "hello" }, true).catch(() => undefined);
      this.listenFor(socket, answerMax);
    }, ms);
  }
  private lose(): void {
    this.drop();
    if (!this.wanted) return this.become("closed");
    this.become("lost");
    const wait = Math.min(longestWait, firstWait * 2 ** this.attempts) * (0.75 + Math.random() / 2);
    this.attempts++;
    this.timer = setTimeout(() => this.connect(), wait);
  }
  private drop(): void {
    clearTimeout(this.beat);
    clearTimeout(this.timer);
    const socket = this.socket;
    this.socket = null;
    if (socket) {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    }
    for (const [id, waiter] of [...this.waiting]) {
      if (waiter.sent && once.has(waiter.what)) {
        this.waiting.delete(id);
        waiter.reject(new EngineError({ code: "lost", message: "the line broke before the answer came" }));
      }
      waiter.sent = false;
    }
  }
}

// The page lies at the root of its server.
const serverRoot = (): string => new URL("./", location.href.replace(/[?#].*$/, "")).href;

// One message over HTTP. Nobody there, or no server of tables: code `no_server`.
export async function post<T>(message: Message): Promise<T> {
  const nobody = new EngineError({ code: "no_server", message: "no server answers" });
  let answer: Answer;
  try {
    const response = await fetch(new URL("api", serverRoot()), { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(message), cache: "no-store" });
    if (response.status === 404 || response.status === 405) throw nobody;
    answer = (await response.json()) as Answer;
  } catch {
    throw nobody;
  }
  if (!answer.ok) throw new EngineError(answer.error ?? { code: "storage", message: "no answer" });
  return answer as T;
}
