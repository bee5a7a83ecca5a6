// Who won, as seats and in words.
import type { Score, Seat } from "../engine/types";
import { language, t } from "../strings/language.svelte";

export const winnersOf = (score: Score): Seat[] => (Object.keys(score.places) as Seat[]).filter((seat) => score.places[seat] === 1);
export function resultWords(score: Score): string {
  const winners = winnersOf(score);
  return t(winners.length > 1 ? "web.over.shared" : "web.over.won", winners.map((seat) => language.names[seat] ?? seat).join(", "));
}
