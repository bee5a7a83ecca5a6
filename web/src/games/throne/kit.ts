// Throne of the World on the screen: where its choices lie, what its marks explain.
import type { Change, Row, Tables, View } from "../../engine/types";
import { language, t, term } from "../../strings/language.svelte";
import { capitalised } from "../../strings/phrases";
import { number, word } from "../fields";
import type { Explanation, GameKit, Shown } from "../kit";
import Board from "./Board.svelte";
import { icons as pictures } from "../../generated/icons-throne";
import { addIcons } from "../../table/icons";

addIcons(pictures);

export const icons: Record<string, string> = {
  farmer: "gi:wheat",
  miner: "gi:war-pick",
  hunter: "gi:bow-arrow",
  soldier: "gi:crossed-swords",
  wizard: "gi:wizard-staff",
  knight: "gi:black-knight-helm",
  royal: "gi:queen-crown",
  supply: "gi:knapsack",
  assemble: "gi:hunting-horn",
  harvest: "gi:grain-bundle",
  assassinate: "gi:plain-dagger",
  purchase: "gi:receive-money",
  steal: "gi:robber-hand",
  hunger: "gi:empty-hourglass",
  humans: "gi:swordman",
  mermaids: "gi:mermaid",
  zergs: "gi:alien-bug",
  dwarves: "gi:dwarf-face",
  orcs: "gi:orc-head",
  "tree-sprites": "gi:tree-face",
  werewolves: "gi:werewolf",
  deities: "gi:angel-wings",
  gnomes: "gi:coins-pile",
  "night-elves": "gi:woman-elf-face",
  dragons: "gi:dragon-head",
  ninjas: "gi:ninja-head",
  witches: "gi:witch-flight",
};

export const professions = ["farmer", "miner", "hunter", "soldier", "wizard", "knight", "royal"] as const;

export const cardRow = (tables: Tables, card: string): Row | undefined => tables["cards"]?.find((row) => row["card"] === card);
export const professionRow = (tables: Tables, name: string): Row | undefined => tables["professions"]?.find((row) => row["profession"] === name);
export const effects = (row: Row | undefined): string[] => (row ? ["one", "two", "three", "four"].map((n) => row[n] ?? "").filter(Boolean) : []);

const onHand = new Set(["play", "give", "yield", "discard"]);
const onSeat = new Set(["homage", "seduce", "attack", "demand", "steal", "hunger"]);
const onUnit = new Set(["activate", "withdraw", "dismiss"]);

function spots(action: string, view: View): string[] {
  const [what = "", one = "", two = ""] = action.split(" ");
  if (onHand.has(what)) return [`hand:${one}`];
  if (onSeat.has(what)) return [`seat:${one}`];
  if (onUnit.has(what)) return [`unit:${view.viewer}:${one}`];
  if (what === "malice") return [`unit:${view.viewer}:soldier`];
  if (what === "take") return [`trade:${one}`];
  if (what === "choose") return [`race:${one}`];
  if (what === "assassinate" || what === "purchase") return [`unit:${one}:${two}`];
  return [];
}

function shown(change: Change, view: View): Shown | null {
  const { field, from, to } = change;
  const [seat = "", what = ""] = field.split(".");
  const mine = seat === view.viewer;
  const plain = (label: string, good: boolean): Shown => ({ label: capitalised(label), from: String(from), to: String(to), good: good === Number(to) > Number(from) });
  if (what === "in" && to === "no") return mine ? { label: term("throne.change.out"), from: "", to: "", good: false } : { label: language.names[seat as "A"] ?? seat, from: "", to: term("throne.table.out"), good: true };
  if (what === "coins") return mine ? plain(term("throne.table.coins"), true) : plain(language.names[seat as "A"] ?? seat, false);
  if (!mine) return null;
  if (what === "upkeep") return plain(term("throne.table.upkeep"), false);
  if (what === "sets") return plain(term("throne.table.sets"), true);
  if (what === "professions") return plain(term("throne.table.professions"), true);
  return null;
}

function cardTold(card: string, tables: Tables): Explanation {
  const row = cardRow(tables, card);
  const kind = row?.["kind"] ?? "unit";
  const out: Explanation = { title: term("throne.card." + card), lines: [t(`web.throne.kind.${kind}`)], clauses: [], source: row?.["source"] ?? "" };
  if (kind === "unit") return { ...out, ...unitTold(row?.["professions"] ?? "", tables) };
  if (kind === "skill") out.clauses = [`throne.skill.${card}`];
  else if (kind === "double") out.clauses = ["throne.action.double", "throne.action.once"];
  else out.clauses = ["throne.action.activate", "throne.action.crossed"];
  return out;
}

function unitTold(profession: string, tables: Tables): Explanation {
  const row = professionRow(tables, profession);
  const does = row?.["does"] ?? "produce";
  const clause = { produce: "throne.produce.income", attack: "throne.attack.damage", demand: "throne.royal.demand" }[does] ?? "";
  return {
    title: term("throne.card." + profession),
    lines: [t(`web.throne.does.${does}`, effects(row).join(" · ")), t("web.throne.tolerance", row?.["tolerance"] ?? ""), t("web.throne.set", row?.["set"] ?? "")],
    clauses: [clause],
    source: row?.["source"] ?? "",
  };
}

// A card in words, for those who do not see it.
export function said(card: string, count: number, tables: Tables): string {
  const told = cardTold(card, tables);
  return `${told.title}${count > 1 ? ` ×${count}` : ""}. ${told.lines.join(" ")}`;
}

function explain(spot: string, view: View, tables: Tables): Explanation | null {
  const [what = "", one = "", two = ""] = spot.split(":");
  if (what === "hand" || what === "trade") return cardTold(one, tables);
  if (what === "unit") return unitTold(two, tables);
  if (what === "race") return raceTold(one);
  if (what === "seat") {
    const race = raceTold(word(view.fields, `${one}.race`));
    return { ...race, title: `${language.names[one as "A"] ?? one}: ${race.title}`, lines: [t("web.throne.purse", number(view.fields, `${one}.coins`)), ...race.lines] };
  }
  if (what === "meter") return { title: t("web.throne.goals"), lines: [], clauses: ["throne.goal.coins", "throne.goal.sets", "throne.goal.professions"] };
  if (what === "pile") return { title: t("web.throne.pile"), lines: [language.say("throne.table.pile", number(view.fields, "pile.cards"), number(view.fields, "discard.cards"))], clauses: ["throne.pile.reshuffle"] };
  return null;
}

const raceTold = (race: string): Explanation => ({ title: term("throne.race." + race), lines: [], clauses: race === "none" || race === "" ? [] : [`throne.race.${race}.`] });

function wish(spot: string): string | null {
  const [what = "", one = ""] = spot.split(":");
  if (what === "hand") return `play ${one}`;
  if (what === "trade") return `take ${one}`;
  return null;
}

const quietKeys = new Set(["race-dealt", "race-chosen", "turn", "laid-out", "trade-cleared", "activated"]);

export const kit: GameKit = {
  name: "throne",
  Board,
  secrets: true,
  spots,
  shown,
  explain,
  wish,
  ruins: (choice, view) => choice.changes.some((change) => change.field === `${view.viewer}.in` && change.to === "no"),
  quiet: (key) => quietKeys.has(key.replace("throne.event.", "")),
  ending: (view) => (word(view.fields, "ending") === "none" ? null : "throne.ending." + word(view.fields, "ending")),
  guide: [
    { on: "throne.prompt.choose-race", text: "web.guide.throne.race", spot: "race:" },
    { on: "throne.prompt.mode", text: "web.guide.throne.mode" },
    { on: "throne.prompt.play", text: "web.guide.throne.play", spot: "hand:" },
    { on: "throne.prompt.play", text: "web.guide.throne.actions", spot: "hand:" },
    { on: "throne.prompt.activate", text: "web.guide.throne.activate" },
    { on: "throne.prompt.defend", text: "web.guide.throne.defend", spot: "unit:" },
    { on: "throne.prompt.upkeep", text: "web.guide.throne.upkeep" },
    { on: "throne.prompt.discard", text: "web.guide.throne.discard" },
    { on: "throne.prompt.mode", text: "web.guide.throne.goal", spot: "meter" },
  ],
};
