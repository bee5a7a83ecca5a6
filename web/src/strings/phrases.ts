// Turns phrases (keys and arguments) into sentences, by the rules of src/cli/language.hpp: {0}, {0|one|many}, {0|none|one|many},
// # for the number. Pure functions over a table of strings; which table is in use is decided in language.svelte.ts.
import type { Arg, Seat } from "../engine/types";

export type Strings = ReadonlyMap<string, string>;
export type Value = Arg | string;

export function parseStrings(file: string, into: Map<string, string>): void {
  for (const raw of file.split("\n")) {
    const line = raw.trim();
    if (line === "" || line.startsWith("#")) continue;
    const at = line.indexOf("=");
    if (at >= 0) into.set(line.slice(0, at).trim(), line.slice(at + 1).trim());
  }
}

export class Words {
  constructor(
    readonly code: string,
    private readonly strings: Strings,
    private readonly name: (seat: Seat) => string,
  ) {}

  has(key: string): boolean {
    return this.strings.has(key);
  }
  // A term as a word; one without a string shows as the last part of its key.
  term(key: string): string {
    return this.strings.get(key) ?? key.slice(key.lastIndexOf(".") + 1).replaceAll("-", " ");
  }
  word(key: string, args: readonly Value[] = []): string {
    const text = this.strings.get(key);
    return text === undefined ? key : this.fill(text, args);
  }
  // A sentence: its first letter is made large.
  say(key: string, args: readonly Value[] = []): string {
    return this.has(key) ? capitalised(this.word(key, args)) : key;
  }

  private argument(arg: Value): string {
    if (typeof arg === "number") return String(arg);
    if (typeof arg === "string") return arg;
    return "seat" in arg ? this.name(arg.seat) : this.term(arg.term);
  }
  private form(forms: string[], arg: Value): string {
    const n = typeof arg === "number" ? arg : 2;
    if (forms.length >= 3 && n === 0) return forms[0] ?? "";
    const one = n === 1 || n === -1 || (n === 0 && this.code === "fr");
    return (one ? forms[forms.length >= 3 ? 1 : 0] : forms[forms.length - 1]) ?? "";
  }
  private fill(text: string, args: readonly Value[]): string {
    return text.replace(/\{(\d+)([^}]*)\}/g, (whole, index: string, rest: string) => {
      const arg = args[Number(index)];
      if (arg === undefined) return whole;
      if (rest === "") return this.argument(arg);
      return this.form(rest.slice(1).split("|"), arg).replaceAll("#", this.argument(arg));
    });
  }
}

export function capitalised(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
