// The language in use: the page's own strings and those of the games, loaded a language at a time.
import type { Phrase, Seat } from "../engine/types";
import { parseStrings, Words, type Strings, type Value } from "./phrases";

export type Code = "en" | "fr" | "nl";
export const codes: readonly Code[] = ["en", "fr", "nl"];
export const languageNames: Record<Code, string> = { en: "English", fr: "Français", nl: "Nederlands" };

const files = import.meta.glob<string>(["./*.txt", "../../../data/*/strings.*.txt"], { query: "?raw", import: "default" });

async function load(code: Code): Promise<Strings> {
  const out = new Map<string, string>();
  const mine = Object.entries(files).filter(([path]) => path.endsWith(`${code}.txt`));
  for (const text of await Promise.all(mine.map(([, read]) => read()))) parseStrings(text, out);
  return out;
}

class Language {
  code = $state<Code>("en");
  names = $state<Partial<Record<Seat, string>>>({}); // who sits where, at the table on the screen
  private strings = $state.raw<Strings>(new Map());
  private words = $derived(new Words(this.code, this.strings, (seat) => this.names[seat] ?? seat));

  async use(code: Code): Promise<void> {
    const strings = await load(code);
    this.strings = strings;
    this.code = code;
    document.documentElement.lang = code;
  }
  has(key: string): boolean {
    return this.words.has(key);
  }
  term(key: string): string {
    return this.words.term(key);
  }
  word(key: string, ...args: Value[]): string {
    return this.words.word(key, args);
  }
  say(key: string, ...args: Value[]): string {
    return this.words.say(key, args);
  }
  phrase(phrase: Phrase): string {
    return this.words.say(phrase.key, phrase.args);
  }
}

export const language = new Language();
// Short names, for use in the components: t a sentence of the page, term a game's word.
export const t = (key: string, ...args: Value[]): string => language.say(key, ...args);
export const term = (key: string): string => language.term(key);

export function preferredLanguage(): Code {
  for (const wish of navigator.languages) {
    const code = codes.find((c) => wish.toLowerCase().startsWith(c));
    if (code) return code;
  }
  return "en";
}
