// Clocks in words and figures.
import type { Seat } from "../engine/types";
import { t } from "../strings/language.svelte";
import type { ClockState, ClockTerms } from "./types";

const day = 86400;
export function clockWords(clock: ClockTerms): string {
  const seconds = clock.seconds ?? 0;
  switch (clock.kind) {
    case "none":
      return t("web.online.clock.none");
    case "move":
      return t("web.online.clock.move", figures(seconds * 1000));
    case "game":
      return clock.increment ? t("web.online.clock.game-plus", figures(seconds * 1000), clock.increment) : t("web.online.clock.game", figures(seconds * 1000));
    case "days":
      return t("web.online.clock.days", Math.max(1, Math.round(seconds / day)));
  }
}

// 3:05, 1:12:00, 2 d 4 h
export function figures(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = (n: number): string => String(n).padStart(2, "0");
  if (seconds >= 2 * day) return t("web.online.clock.long", Math.floor(seconds / day), Math.floor((seconds % day) / 3600));
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

// What a seat has left at a moment of the server's clock; nothing: no limit.
export function leftOf(clock: ClockState | null, seat: Seat, now: number): number | null {
  const left = clock?.left[seat];
  if (!clock || left === undefined || left === null) return null;
  return clock.running.includes(seat) ? left - (now - clock.at) : left;
}
