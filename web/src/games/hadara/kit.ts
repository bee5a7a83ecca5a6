// Hadara on the screen: where its choices lie, what its marks explain.
import type { Change, Row, Tables, View } from "../../engine/types";
import { language, t, term } from "../../strings/language.svelte";
import { capitalised } from "../../strings/phrases";
import { list, number, word } from "../fields";
import type { Explanation, GameKit, Shown } from "../kit";
import Board from "./Board.svelte";
import { icons as pictures } from "../../generated/icons-hadara";
import { addIcons } from "../../table/icons";

addIcons(pictures);

export const tracks = ["income", "military", "culture", "food"] as const;
export type Track = (typeof tracks)[number];
export const colours = ["yellow", "red", "blue", "green", "purple"] as const;
export type Colour = (typeof colours)[number];
export const colourOf: Record<Track, Colour> = { income: "yellow", military: "red", culture: "blue", food: "green" };
// Every colour has its shape: coin, sword, column, wheat, star.
export const icons: Record<string, string> = {
  yellow: "gi:two-coins",
  red: "gi:broadsword",
  blue: "gi:ionic-column",
  green: "gi:wheat",
  purple: "gi:round-star",
  income: "gi:two-coins",
  military: "gi:broadsword",
  culture: "gi:ionic-column",
  food: "gi:wheat",
};

export interface CardInfo {
  colour: Colour;
  epoch: string;
  place: number;
  cost: number;
  gains: { track: Track; steps: number }[];
  vp: number;
  ability: string;
  source: string;
}
// "red-II-5": the fifth row of its colour and epoch.
export function cardInfo(tables: Tables, id: string): CardInfo {
  const [colour = "yellow", epoch = "I", place = "1"] = id.split("-");
  const rows = (tables["cards"] ?? []).filter((row) => row["colour"] === colour && row["epoch"] === epoch);
  const row: Row = rows[Number(place) - 1] ?? {};
  return {
    colour: colour as Colour,
    epoch,
    place: Number(place),
    cost: Number(row["cost"] ?? 0),
    gains: tracks.map((track) => ({ track, steps: Number(row[track] ?? 0) })).filter((gain) => gain.steps > 0),
    vp: Number(row["vp"] ?? 0),
    ability: row["ability"] ?? "",
    source: row["source"] ?? "",
  };
}
export const cardName = (id: string): string => {
  const [colour = "", epoch = "", place = ""] = id.split("-");
  return `${capitalised(term("hadara.colour." + colour))} ${epoch}-${place}`;
};
export function cardWords(info: CardInfo): string[] {
  const out = info.gains.map((gain) => `${capitalised(term("hadara.track." + gain.track))} +${gain.steps}`);
  if (info.ability) out.push(capitalised(term("hadara.ability." + info.ability)));
  if (info.vp > 0) out.push(language.word("hadara.table.points", info.vp));
  return out;
}

export interface Mark {
  at: number;
  id: string;
  done: boolean;
}
// What stands beside a track: the conditions of colonies, of busts, and the cards to be fed.
export function marks(view: View, seat: string, track: Track, tables: Tables): Mark[] {
  if (track === "military") {
    const taken = list(view.fields, `${seat}.colonies`);
    const seen = new Map<string, Mark>();
    for (const row of tables["colonies"] ?? []) {
      const id = row["value"] ?? "";
      if (!seen.has(id)) seen.set(id, { at: Number(row["condition"]), id: `colony:${id}`, done: taken.some((c) => c.startsWith(`colony-${id}`) && !/\d/.test(c.charAt(7 + id.length))) });
    }
    return [...seen.values()];
  }
  if (track === "culture") {
    const carved = list(view.fields, `${seat}.busts`);
    return (tables["busts-and-seals"] ?? []).filter((row) => row["kind"] === "bust").map((row) => ({ at: Number(row["key"]), id: `bust:${row["key"]}`, done: carved.some((b) => b.split(/[ :]/)[0] === `bust-${row["key"]}`) }));
  }
  if (track === "food") return [{ at: number(view.fields, `${seat}.card-count`), id: "fed", done: false }];
  return [];
}

function spots(action: string): string[] {
  const [what = "", one = ""] = action.split(" ");
  switch (what) {
    case "buy":
    case "sell":
      return [`${what}:${one}`];
    case "plunder":
    case "ally":
      return [`colony:${one.replace("colony-", "")}`];
    case "carve":
      return [`bust:${one.replace("bust-", "")}`];
    case "token":
    case "silver":
      return [`track:${one}`];
    case "gold":
      return ["gold"];
    case "wheel":
      return [`segment:${one}`];
    case "give-up":
      return [`card:${one}`];
    default:
      return [];
  }
}

function shown(change: Change, view: View): Shown | null {
  const { field, from, to } = change;
  const [seat, ...rest] = field.split(".");
  if (seat !== view.viewer) return null;
  const what = rest.join(".");
  const plain = (label: string): Shown => ({ label: capitalised(label), from: String(from), to: String(to), good: Number(to) > Number(from) });
  if (what === "coins") return plain(term("hadara.table.coins"));
  if (tracks.some((track) => track === what)) return plain(term("hadara.track." + what));
  if (what === "sets") return plain(term("hadara.table.sets"));
  if (what === "hungry") return plain(t("web.hadara.hungry"));
  if (what === "score.total") return plain(t("web.hadara.points"));
  return null;
}

function explain(spot: string, view: View, tables: Tables): Explanation | null {
  const [what = "", one = ""] = spot.split(":");
  if (what === "buy" || what === "sell") return { title: t(`web.hadara.${what}`, cardName(one)), lines: [], clauses: [] };
  if (what === "card" || what === "pair") {
    const info = cardInfo(tables, one);
    return { title: cardName(one), lines: [language.say("hadara.table.cost", info.cost), ...cardWords(info)], clauses: ["hadara.card.buy", "hadara.card.discount"], source: info.source };
  }
  if (what === "colony") {
    const rows = (tables["colonies"] ?? []).filter((row) => row["value"] === one);
    const row = rows[0] ?? {};
    return { title: t("web.hadara.colony", one), lines: [t("web.hadara.colony.line", row["condition"] ?? "", row["plunder"] ?? "", row["alliance"] ?? "")], clauses: ["hadara.colony.plunder", "hadara.colony.ally", "hadara.colony.one-a-step"], source: row["source"] ?? "" };
  }
  if (what === "bust") {
    const row = (tables["busts-and-seals"] ?? []).find((r) => r["kind"] === "bust" && r["key"] === one) ?? {};
    return { title: t("web.hadara.bust", one), lines: [t("web.hadara.bust.line", one, row["a"] ?? "", row["b"] ?? "")], clauses: ["hadara.bust.condition", "hadara.bust.token"], source: row["source"] ?? "" };
  }
  if (what === "track") {
    const clause = { income: "hadara.income.coins", military: "hadara.colony.condition", culture: "hadara.bust.condition", food: "hadara.food.compare" }[one] ?? "";
    return { title: capitalised(term("hadara.track." + one)), lines: [], clauses: ["hadara.track.value", clause] };
  }
  if (what === "gold") return { title: capitalised(term("hadara.table.seals")), lines: [], clauses: ["hadara.seal.price", "hadara.seal.silver", "hadara.seal.gold"] };
  if (what === "segment") return { title: capitalised(term("hadara.colour." + one)), lines: [t("web.hadara.pile", number(view.fields, `inner.${one}`))], clauses: ["hadara.wheel.set", "hadara.wheel.turn"] };
  if (what === "seat") return { title: language.names[one as "A"] ?? one, lines: [t("web.hadara.start", word(view.fields, `${one}.start`))], clauses: [] };
  return null;
}

function wish(spot: string): string | null {
  const [what = "", one = ""] = spot.split(":");
  if (what === "buy" || what === "sell") return `${what} ${one}`;
  if (what === "colony") return `plunder colony-${one}`;
  if (what === "bust") return `carve bust-${one} income face`;
  if (what === "gold") return "gold";
  return null;
}

const quietKeys = new Set(["start", "segment", "crest", "turned", "drew", "drew-hidden"]);

export const kit: GameKit = {
  name: "hadara",
  Board,
  secrets: true,
  spots,
  shown,
  explain,
  wish,
  quiet: (key) => quietKeys.has(key.replace("hadara.event.", "")),
  ending: (view) => (view.over ? "hadara.ending.points" : null),
  guide: [
    { on: "hadara.prompt.side", text: "web.guide.hadara.side" },
    { on: "hadara.prompt.wheel", text: "web.guide.hadara.wheel", spot: "segment:" },
    { on: "hadara.prompt.choose", text: "web.guide.hadara.choose", spot: "buy:" },
    { on: "hadara.prompt.choose", text: "web.guide.hadara.discount", spot: "buy:" },
    { on: "hadara.prompt.choose", text: "web.guide.hadara.tracks", spot: "track:" },
    { on: "hadara.prompt.colony", text: "web.guide.hadara.colony", spot: "colony:" },
    { on: "hadara.prompt.bust", text: "web.guide.hadara.bust", spot: "bust:" },
    { on: "hadara.prompt.market", text: "web.guide.hadara.market", spot: "buy:" },
    { on: "hadara.prompt.feed", text: "web.guide.hadara.feed", spot: "card:" },
    { on: "hadara.prompt.seal", text: "web.guide.hadara.seal", spot: "gold" },
  ],
};
