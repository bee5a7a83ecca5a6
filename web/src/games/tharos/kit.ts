// Tharos on the screen: where its choices lie, what its marks explain.
import type { Change, Row, Tables, View } from "../../engine/types";
import { language, t, term } from "../../strings/language.svelte";
import { capitalised } from "../../strings/phrases";
import { list, number, word } from "../fields";
import type { Explanation, GameKit, Shown } from "../kit";
import Board from "./Board.svelte";
import { icons as pictures } from "../../generated/icons-tharos";
import { addIcons } from "../../table/icons";

addIcons(pictures);

export const colours = ["white", "red", "yellow", "green", "blue"] as const;
export const medals = ["combat", "exploration", "trade", "civil"] as const;
export const playerCards = ["banker", "steam-dyer", "ore-digger", "crystallographist", "cartographer", "organizer", "cannoneer", "rumblepoke", "steam-pressure-plant", "manipulator"] as const;
export const buildings = ["civilian-office", "large-market", "little-market", "new-market", "notarys-office", "organization-office", "secret-society", "surveyors-office"] as const;

// The player mat: its spaces and the actions on each. A used white space is named in the field `blocked`.
export const mat: { space: string; deeds: string[]; blocks: boolean }[] = [
  { space: "money", deeds: ["plenty-money", "little-money"], blocks: true },
  { space: "cards", deeds: ["plenty-choices", "no-choice"], blocks: true },
  { space: "guild-card", deeds: ["guild-card", "reroll"], blocks: true },
  { space: "guild-region", deeds: ["guild-region", "explore"], blocks: true },
  { space: "dice", deeds: ["buy-die", "mine"], blocks: true },
  { space: "building", deeds: ["build"], blocks: true },
  { space: "attack", deeds: ["attack"], blocks: false },
];

export const icons: Record<string, string> = {
  "plenty-money": "gi:coins-pile",
  "little-money": "gi:two-coins",
  "plenty-choices": "gi:card-random",
  "no-choice": "gi:card-draw",
  "guild-card": "gi:star-flag",
  reroll: "gi:rolling-dices",
  "guild-region": "gi:flying-flag",
  explore: "gi:compass",
  "buy-die": "gi:buy-card",
  mine: "gi:mine-wagon",
  build: "gi:brick-wall",
  attack: "gi:crossed-swords",
  banker: "gi:bank",
  "steam-dyer": "gi:steam",
  "ore-digger": "gi:war-pick",
  crystallographist: "gi:crystal-cluster",
  cartographer: "gi:treasure-map",
  organizer: "gi:notebook",
  cannoneer: "gi:cannon",
  rumblepoke: "gi:mailed-fist",
  "steam-pressure-plant": "gi:factory",
  manipulator: "gi:gear-stick",
  combat: "gi:medal",
  exploration: "gi:compass",
  trade: "gi:trade",
  civil: "gi:family-house",
  ore: "gi:ore",
  crystal: "gi:floating-crystal",
  guild: "gi:flying-flag",
  mines: "gi:mine-wagon",
};

const deedCard: Record<string, string> = { "organizer-draw": "organizer", "organizer-reroll": "organizer", "organizer-swap": "organizer", "cannoneer-strength": "cannoneer", "cannoneer-ward": "cannoneer", plant: "steam-pressure-plant" };
const onMat = new Set(mat.flatMap((space) => space.deeds));

export const cells = Array.from({ length: 16 }, (_, i) => `${"abcd".charAt(i % 4)}${Math.floor(i / 4) + 1}`);
// The short sign of a region's effect, beside its words.
export const effectSign: Record<string, string> = { none: "–", "jars-3": "+3", "jars-5": "+5", "combat-1": "⚔ +1", "combat-2": "⚔ +2", "plus-1": "+1", "shift-white": "±1 ○", "shift-red": "±1 ◆", "shift-yellow": "±1 ■", "shift-green": "±1 ❧", "shift-blue": "±1 ▲", "white-as-any": "○ = ?", "flip-white": "⟲ ○○" };
export const cardRow = (tables: Tables, card: string): Row | undefined => tables["player_cards"]?.find((row) => row["card"] === card);
export const buildingCost = (tables: Tables, building: string): string => tables["buildings"]?.find((row) => row["building"] === building)?.["cost"] ?? "";
export const owner = (view: View, building: string): string | null => {
  const found = list(view.fields, "built").find((b) => b === building || b.startsWith(building + ":"));
  return found === undefined ? null : (found.split(":")[1] ?? "");
};

function spots(action: string, view: View): string[] {
  const [what = "", one = "", two = ""] = action.split(" ");
  switch (what) {
    case "do":
      return [onMat.has(one) ? `deed:${one}` : `pcard:${deedCard[one] ?? one}`];
    case "activate":
    case "on":
      return [`pcard:${one}`];
    case "use":
    case "build":
      return [`building:${one}`];
    case "play":
    case "card":
      return [`acard:${one}`];
    case "transform":
      return ["transform"];
    case "die":
    case "pick":
      return [`die:${one}`];
    case "at":
      return [`cell:${one}`];
    case "put":
      return [`cell:${two}`];
    case "store":
      return [`store:${one}:${two}`];
    case "medal":
      return [`medal:${view.viewer}:${one}`];
    case "column":
      return [`column:${one}`];
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
  if (what === "jars") return plain(term("tharos.table.jars"));
  if (what === "strength") return plain(term("tharos.table.strength"));
  if (what === "score") return plain(term("tharos.change.score"));
  if (what === "points") return plain(term("tharos.table.points"));
  if (medals.some((medal) => medal === what)) return plain(term("tharos.medal." + what));
  return null;
}

const deedClauses: Record<string, string[]> = {
  "plenty-money": ["tharos.money.plenty"],
  "little-money": ["tharos.money.little"],
  "plenty-choices": ["tharos.cards.plenty"],
  "no-choice": ["tharos.cards.no-choice"],
  "guild-card": ["tharos.guild.card"],
  reroll: ["tharos.reroll"],
  "guild-region": ["tharos.guild.region"],
  explore: ["tharos.explore.area"],
  "buy-die": ["tharos.dice.buy"],
  mine: ["tharos.mine.place", "tharos.mine.first", "tharos.mine.next"],
  build: ["tharos.build.cost", "tharos.build.own"],
  attack: ["tharos.attack.space"],
};

function explain(spot: string, view: View, tables: Tables): Explanation | null {
  const [what = "", one = "", two = ""] = spot.split(":");
  const f = view.fields;
  switch (what) {
    case "deed":
      return { title: language.say("tharos.deed." + one), lines: [], clauses: deedClauses[one] ?? [] };
    case "pcard": {
      const row = cardRow(tables, one);
      const dice = (row?.["dice"] ?? "").split("+").map((c) => term("tharos.die." + c));
      return { title: term("tharos.player-card." + one), lines: [t("web.tharos.activate", dice.join(", "), row?.["total"] ?? "")], clauses: [`tharos.card.${one}.`], source: row?.["source"] ?? "" };
    }
    case "building": {
      const held = owner(view, one);
      const lines = [t("web.tharos.cost", Number(buildingCost(tables, one)))];
      lines.push(held === null ? t("web.tharos.unbuilt") : held === "" ? t("web.tharos.public") : t("web.tharos.owned", language.names[held as "A"] ?? held));
      return { title: term("tharos.building." + one), lines, clauses: [`tharos.building.${one}`] };
    }
    case "acard": {
      const n = Number(one);
      const clause = n >= 32 && n <= 34 ? 32 : n >= 35 && n <= 38 ? 35 : n;
      const request = tables["requests"]?.find((row) => row["card"] === one);
      return { title: `${one}: ${term("tharos.card." + one)}`, lines: request ? [t("web.tharos.request", request["request"] ?? "")] : [], clauses: [`tharos.card-${clause}`], source: request?.["source"] ?? "" };
    }
    case "cell": {
      const i = cells.indexOf(one);
      const colour = list(f, "regions")[i] ?? "white";
      const effect = list(f, "markers")[i] ?? "none";
      const row = tables["transformations"]?.find((r) => r["effect"] === effect);
      const lines = [language.say("tharos.table.effect", { term: "tharos.effect." + effect })];
      return { title: `${one.toUpperCase()} ${term("tharos.region." + colour)}`, lines, clauses: [], source: row?.["source"] ?? "" };
    }
    case "transform":
    case "attack":
      return { title: t("web.tharos.attack"), lines: [language.say("tharos.table.effect", { term: "tharos.effect." + word(f, "effect") })], clauses: ["tharos.turn.attack", "tharos.transform.once"] };
    case "column":
      return { title: t("web.tharos.column", Number(one)), lines: [], clauses: ["tharos.attack.lose", "tharos.losses.order"] };
    case "die": {
      const [colour = "", value = ""] = [one.replace(/\d/g, ""), one.replace(/\D/g, "")];
      return { title: `${capitalised(term("tharos.die." + colour))} ${value}`, lines: [], clauses: ["tharos.dice.place"] };
    }
    case "store":
      return { title: capitalised(term("tharos.table.store")), lines: [], clauses: ["tharos.dice.buy"] };
    case "medal":
      return { title: capitalised(term("tharos.medal." + two)), lines: [], clauses: ["tharos.score.medals", "tharos.score.sets"] };
    case "seat":
      return { title: language.names[one as "A"] ?? one, lines: [`${number(f, `${one}.score`)} ${term("tharos.table.score")}`], clauses: [] };
    default:
      return null;
  }
}

function wish(spot: string, view: View): string | null {
  const [what = "", one = ""] = spot.split(":");
  if (what === "deed") return `do ${one}`;
  if (what === "pcard") return list(view.fields, `${view.viewer}.cards`).includes(one) ? (["organizer", "cannoneer"].includes(one) ? `do ${one}-${one === "organizer" ? "draw" : "strength"}` : `do ${one === "steam-pressure-plant" ? "plant" : one}`) : `activate ${one}`;
  if (what === "building") return `use ${one}`;
  if (what === "acard") return `play ${one}`;
  if (what === "cell") return `at ${one}`;
  if (what === "transform") return "transform";
  return null;
}

const quietKeys = new Set(["region", "marker", "draws", "rolls", "places", "guild-off", "mine-off"]);

export const kit: GameKit = {
  name: "tharos",
  Board,
  secrets: true,
  spots,
  shown,
  explain,
  wish,
  quiet: (key) => quietKeys.has(key.replace("tharos.event.", "").replace(/\.as$/, "")),
  ending: (view) => (view.over ? "tharos.ending.points" : null),
  guide: [
    { on: "tharos.prompt.act.before", text: "web.guide.tharos.dice", spot: "die:" },
    { on: "tharos.prompt.act.before", text: "web.guide.tharos.mat", spot: "deed:" },
    { on: "tharos.prompt.dice", text: "web.guide.tharos.place", spot: "die:" },
    { on: "tharos.prompt.act.before", text: "web.guide.tharos.attack" },
    { on: "tharos.prompt.cell", text: "web.guide.tharos.cell", spot: "cell:" },
    { on: "tharos.prompt.act.before", text: "web.guide.tharos.cards", spot: "pcard:" },
    { on: "tharos.prompt.act.after", text: "web.guide.tharos.after" },
    { on: "tharos.prompt.act.before", text: "web.guide.tharos.medals" },
    { on: "tharos.prompt.defend", text: "web.guide.tharos.defend" },
  ],
};
