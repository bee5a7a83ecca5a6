// The clauses of a game's rules in the language in use, asked of the engine once.
import { engine } from "../engine/local";
import type { Clause } from "../engine/types";
import { language } from "../strings/language.svelte";

class Rules {
  private loaded = $state.raw<Record<string, Clause[]>>({});
  private asked = new Set<string>();

  of(game: string): Clause[] {
    return this.loaded[`${game}.${language.code}`] ?? [];
  }
  find(game: string, id: string): Clause | undefined {
    return this.of(game).find((clause) => clause.clause === id);
  }
  async need(game: string): Promise<void> {
    const key = `${game}.${language.code}`;
    if (this.asked.has(key)) return;
    this.asked.add(key);
    try {
      const clauses = await engine.rules(game, language.code);
      this.loaded = { ...this.loaded, [key]: clauses };
    } catch {
      this.asked.delete(key);
    }
  }
}

export const rules = new Rules();

// Large and small letters and accents are alike.
export const folded = (text: string): string =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "");

export function search(clauses: readonly Clause[], words: string): Clause[] {
  const wanted = folded(words).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return [...clauses];
  const rank = (clause: Clause): number => {
    const title = folded(clause.title + " " + clause.clause);
    if (wanted.every((w) => title.includes(w))) return 2;
    const all = title + " " + folded(clause.text);
    return wanted.every((w) => all.includes(w)) ? 1 : 0;
  };
  return clauses
    .map((clause) => ({ clause, rank: rank(clause) }))
    .filter((item) => item.rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .map((item) => item.clause);
}
