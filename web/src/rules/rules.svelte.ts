// The clauses of a game's rules in the language in use: the pages of docs/rules, loaded when they are asked for.
import type { Clause } from "../engine/types";
import { language } from "../strings/language.svelte";

const pages = import.meta.glob<string>(["../../../docs/rules/*.md", "!../../../docs/rules/*-rulings.md"], { query: "?raw", import: "default" });

// As protocol/clauses.cpp reads them; a test holds the two together.
export function parseRules(page: string): Clause[] {
  const out: Clause[] = [];
  let section = "";
  let clause: Clause | null = null;
  let paragraph = false; // the next line begins one
  for (const raw of page.split("\n")) {
    if (raw.startsWith("#")) {
      const [, id, title] = /^### `([^`]*)`?(.*)$/.exec(raw) ?? [];
      clause = id === undefined ? null : { clause: id, section, title: (title ?? "").trim(), source: "", text: "" };
      if (clause) out.push(clause);
      if (raw.startsWith("## ")) section = raw.slice(3).trim();
      continue;
    }
    if (!clause) continue;
    const line = raw.trim();
    const source = clause.text === "" && line.length > 1 && line.startsWith("*") && line.endsWith("*");
    if (source) clause.source = line.slice(1, -1).trim();
    if (line === "" || source) {
      paragraph = true;
      continue;
    }
    if (clause.text !== "") clause.text += paragraph ? "\n" : " ";
    clause.text += line;
    paragraph = false;
  }
  return out;
}

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
      const page = pages[`../../../docs/rules/${game}${language.code === "en" ? "" : `.${language.code}`}.md`];
      const clauses = page ? parseRules(await page()) : [];
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
