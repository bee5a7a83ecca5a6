// How a person chooses: spots on the board hold choices; a spot with one choice is chosen at once, one with several opens its menu.
// Every group of choices has a key letter. Shared with the board's components through a context.
import { getContext, setContext } from "svelte";
import { play } from "../app/sound";
import type { Choice, View } from "../engine/types";
import type { GameKit, Shown } from "../games/kit";
import { language } from "../strings/language.svelte";
import type { Play } from "./play.svelte";

export interface Group {
  spot: string | null; // null: only in the bar
  choices: Choice[];
  letter: string;
}
export interface Anchor {
  spot: string;
  rect: DOMRect;
}

const letters = "abcdefghijklmnopqrstuvwxyz1234567890";

export class Choosing {
  menu = $state.raw<Anchor | null>(null); // the spot whose choices are listed
  detail = $state.raw<Anchor | null>(null); // the spot that is explained
  listed = $state(false); // the list of all choices is unfolded
  dragged = $state<string | null>(null); // the spot that is being dragged
  absent = $state.raw<ReadonlySet<string>>(new Set()); // spots the board does not show now: their choices stand in the bar
  private held: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly source: () => { view: View | null; kit: GameKit | null; active: boolean },
    private readonly session: Play | null,
  ) {}

  private view = $derived.by(() => this.source().view);
  readonly active = $derived.by(() => this.source().active);
  readonly choices = $derived.by(() => (this.active ? (this.view?.legal ?? []) : []));
  private places = $derived.by(() => {
    const { view, kit } = this.source();
    const out = new Map<string, string[]>();
    if (view && kit) for (const choice of this.choices) out.set(choice.action, kit.spots(choice.action, view).filter((spot) => !this.absent.has(spot)));
    return out;
  });
  private bySpot = $derived.by(() => {
    const out = new Map<string, Choice[]>();
    for (const choice of this.choices)
      for (const spot of this.places.get(choice.action) ?? []) out.set(spot, [...(out.get(spot) ?? []), choice]);
    return out;
  });
  readonly groups = $derived.by((): Group[] => {
    const out: Group[] = [];
    for (const choice of this.choices) {
      const spot = this.places.get(choice.action)?.[0] ?? null;
      const same = spot === null ? undefined : out.find((group) => group.spot === spot);
      if (same) same.choices.push(choice);
      else out.push({ spot, choices: [choice], letter: "" });
    }
    out.forEach((group, i) => (group.letter = letters[i] ?? ""));
    return out;
  });
  // Those that lie nowhere on the board stand in the bar.
  readonly inBar = $derived.by(() => this.groups.filter((group) => group.spot === null));
  readonly best = $derived.by(() => this.session?.advice?.ranked[0]?.action ?? null);

  // Looks which spots are on the screen; called when the board has been drawn.
  lookFor(board: Element): void {
    const { view, kit } = this.source();
    const absent = new Set<string>();
    if (view && kit)
      for (const choice of this.choices)
        for (const spot of kit.spots(choice.action, view)) if (!board.querySelector(`[data-spot="${CSS.escape(spot)}"]`)) absent.add(spot);
    if (absent.size !== this.absent.size || [...absent].some((spot) => !this.absent.has(spot))) this.absent = absent;
  }

  at(spot: string): Choice[] {
    return this.bySpot.get(spot) ?? [];
  }
  letter(spot: string): string {
    return this.groups.find((group) => group.spot === spot)?.letter ?? "";
  }
  advised(spot: string): boolean {
    return this.best !== null && this.at(spot).some((choice) => choice.action === this.best);
  }
  label(choice: Choice): string {
    return language.phrase(choice.label);
  }
  shown(choice: Choice): Shown[] {
    const { view, kit } = this.source();
    if (!view || !kit) return [];
    return choice.changes.map((change) => kit.shown(change, view)).filter((s): s is Shown => s !== null);
  }

  take(choice: Choice): void {
    this.close();
    const { view, kit } = this.source();
    if (view && kit?.ruins?.(choice, view) && !confirm(language.say("play.confirm-ruin", this.label(choice)))) return;
    play("act");
    void this.session?.choose(choice);
  }
  pick(spot: string, element: Element): void {
    const choices = this.at(spot);
    this.detail = null;
    if (choices.length === 1 && choices[0]) this.take(choices[0]);
    else if (choices.length > 1) this.menu = { spot, rect: element.getBoundingClientRect() };
    else this.explain(spot, element);
  }
  // What dropping one spot on another means: the choices that lie at both.
  between(from: string, onto: string): Choice[] {
    const there = this.at(onto);
    return from === onto ? [] : this.at(from).filter((choice) => there.includes(choice));
  }
  // A spot was dropped: on another that shares a choice with it, or somewhere on the table, which chooses it.
  drop(from: string, onto: Element | null): void {
    this.dragged = null;
    const spot = onto?.closest<HTMLElement>("[data-spot]");
    const shared = spot?.dataset.spot ? this.between(from, spot.dataset.spot) : [];
    if (shared.length === 1 && shared[0]) this.take(shared[0]);
    else if (shared.length > 1 && spot?.dataset.spot) this.pick(spot.dataset.spot, spot);
    else if (spot?.dataset.spot !== from && onto?.closest("main")) this.pick(from, spot ?? onto);
  }
  key(letter: string): boolean {
    if (this.menu) {
      const choice = this.at(this.menu.spot)[letters.indexOf(letter)];
      if (choice) this.take(choice);
      return choice !== undefined;
    }
    const group = this.groups.find((g) => g.letter === letter);
    if (!group) return false;
    if (group.choices.length === 1 && group.choices[0]) this.take(group.choices[0]);
    else if (group.spot) {
      const element = document.querySelector(`[data-spot="${CSS.escape(group.spot)}"]`) ?? document.body;
      this.menu = { spot: group.spot, rect: element.getBoundingClientRect() };
    }
    return true;
  }

  explain(spot: string, element: Element): void {
    this.detail = { spot, rect: element.getBoundingClientRect() };
  }
  hoverIn(spot: string, element: Element, delay = 350): void {
    clearTimeout(this.held);
    this.held = setTimeout(() => {
      if (!this.menu && element.isConnected) this.explain(spot, element);
    }, delay);
  }
  hoverOut(): void {
    clearTimeout(this.held);
    this.detail = null;
  }
  close(): void {
    clearTimeout(this.held);
    this.menu = null;
    this.detail = null;
    this.listed = false;
  }
}

const key = Symbol("choosing");
export const provideChoosing = (choosing: Choosing): Choosing => setContext(key, choosing);
export const useChoosing = (): Choosing => getContext<Choosing>(key);
export const menuLetter = (index: number): string => letters[index] ?? "";
