// What the page knows about drawing a game: where a choice lies on its board, what a mark explains, which changes are worth
// showing. Drawing only: what may be done, and what it does, is asked of the engine.
import type { Component } from "svelte";
import type { Change, Choice, Tables, View } from "../engine/types";

export interface Shown {
  label: string;
  from: string;
  to: string;
  good?: boolean; // more of it is better for the chooser
}

export interface Explanation {
  title: string;
  lines: string[];
  clauses: string[]; // ids, or beginnings of ids that end with a dot; their text is shown below
  source?: string; // where the figure comes from when no rulebook prints it
}

// One hint of the guided game: shown once, the first time its prompt is asked.
export interface GuideStep {
  on: string; // the beginning of a prompt's key
  text: string; // key of the sentence
  spot?: string; // the beginning of the ids of the spots it speaks of
}

export interface GameKit {
  name: string;
  Board: Component<{ view: View; tables: Tables }>;
  secrets: boolean; // persons at one screen must look away
  spots(action: string, view: View): string[];
  shown(change: Change, view: View): Shown | null;
  explain(spot: string, view: View, tables: Tables): Explanation | null;
  wish(spot: string, view: View): string | null; // what somebody means who chooses a spot that cannot be chosen
  ruins?(choice: Choice, view: View): boolean; // the chooser would be out of the game: worth a second question
  quiet(key: string): boolean; // an event not worth a line after another's turn
  ending(view: View): string | null; // key of how it was won
  guide: GuideStep[];
}

export const gameNames = ["throne", "hadara", "tharos"] as const;
export type GameName = (typeof gameNames)[number];

// Each game is loaded when it is played.
export async function loadKit(name: string): Promise<GameKit> {
  switch (name) {
    case "throne":
      return (await import("./throne/kit")).kit;
    case "hadara":
      return (await import("./hadara/kit")).kit;
    case "tharos":
      return (await import("./tharos/kit")).kit;
    default:
      throw new Error(`no table for ${name}`);
  }
}
