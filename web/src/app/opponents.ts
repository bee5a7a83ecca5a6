// Who can sit at a table: the bots there are, from weak to strong, and the table one gets without asking.
import type { Hello } from "../engine/types";
import { seats } from "../engine/types";
import type { Setup } from "../table/session.svelte";
import { language, t } from "../strings/language.svelte";
import { capitalised } from "../strings/phrases";
import { settings } from "./settings.svelte";
import { read } from "./storage";

const players: Record<string, number> = { throne: 3, hadara: 3, tharos: 2 };
export const usualBot = "apprentice";
const teachingBot = "novice";

export function botName(bot: string): string {
  for (const key of [`bot.${bot}`, `web.bot.${bot}`]) if (language.has(key)) return t(key);
  return capitalised(bot);
}
// Search bots named by their parameters are for studies, not for a list.
export const offered = (hello: Hello): string[] => hello.bots.filter((bot) => bot !== "mcts");

const botFirstNames = ["Ada", "Bruno", "Clio", "Dario"];
export const seatName = (index: number, bot: boolean): string => (bot ? (botFirstNames[index - 1] ?? botName(usualBot)) : index === 0 ? settings.name || t("web.new.you") : t("web.new.player", index + 1));

// Every table is dealt anew; a seed kept in the storage (trestle.seed) makes tables repeatable, for tests and for bug reports.
export const newSeed = (): number => read<number>("seed") ?? crypto.getRandomValues(new Uint32Array(1))[0] ?? 1;

export function quickSetup(game: string, seed: number, guided = false): Setup {
  const bot = read<string>("bot") ?? usualBot;
  const count = guided ? 2 : (players[game] ?? 2);
  return {
    game,
    seed,
    seats: seats.slice(0, count).map((seat, i) => (i === 0 ? { seat, name: seatName(0, false) } : { seat, name: seatName(i, true), bot: guided ? teachingBot : bot })),
  };
}
