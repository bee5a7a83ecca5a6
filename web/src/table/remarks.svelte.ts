// The mistakes that an analysis found, while the page is open: shown again where they were made.
import type { Mistake } from "./analysis";

let found = $state.raw<Record<string, readonly Mistake[]>>({});
export const mistakesOf = (game: string): readonly Mistake[] => found[game] ?? [];
export function keepMistakes(game: string, mistakes: readonly Mistake[]): void {
  found = { ...found, [game]: mistakes };
}
