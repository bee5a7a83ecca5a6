// What the player prefers, kept in this browser.
import { codes, language, preferredLanguage, type Code } from "../strings/language.svelte";
import { read, write } from "./storage";

export type Theme = "auto" | "light" | "dark";
export type Pace = "slow" | "normal" | "fast";

interface Kept {
  language?: Code;
  theme?: Theme;
  motion?: boolean;
  pace?: Pace;
  name?: string;
  sound?: boolean;
}

class Settings {
  theme = $state<Theme>("auto");
  motion = $state(true);
  pace = $state<Pace>("normal");
  name = $state("");
  sound = $state(false);

  async load(): Promise<void> {
    const kept = read<Kept>("settings") ?? {};
    this.theme = kept.theme ?? "auto";
    this.motion = kept.motion ?? !matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.pace = kept.pace ?? "normal";
    this.name = kept.name ?? "";
    this.sound = kept.sound ?? false;
    this.show();
    await language.use(kept.language && codes.includes(kept.language) ? kept.language : preferredLanguage());
  }
  keep(): void {
    const kept: Kept = { language: language.code, theme: this.theme, motion: this.motion, pace: this.pace, name: this.name, sound: this.sound };
    write("settings", kept);
    this.show();
  }
  // How long a bot's act stays on the screen before the next, in ms.
  get pause(): number {
    if (!this.motion) return 0;
    return { slow: 1100, normal: 450, fast: 60 }[this.pace];
  }
  private show(): void {
    const root = document.documentElement;
    const dark = matchMedia("(prefers-color-scheme: dark)");
    root.dataset.theme = this.theme === "auto" ? (dark.matches ? "dark" : "light") : this.theme;
    dark.onchange = () => this.show();
    root.dataset.motion = this.motion ? "on" : "off";
  }
}

export const settings = new Settings();
