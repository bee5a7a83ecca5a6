// Looks at a finished game again: before every decision a bot judges the choices from what the decider could know; what the chosen
// act gave away against the best is a mistake. A quick bot looks at everything, a strong one at what seems a mistake.
import type { Engine } from "../engine/engine";
import type { Phrase, Seat } from "../engine/types";
import { readRecord, upTo } from "./record";

export interface Decision {
  before: number; // moves made before it
  seat: Seat;
  chance: number; // to win, in ten thousandths, with the best choice
}
export interface Mistake {
  before: number;
  seat: Seat;
  played: Phrase;
  better: Phrase;
  chance: number; // after what was played
  best: number; // after the better act
}
export interface Analysis {
  decisions: Decision[];
  mistakes: Mistake[]; // the largest first
  moves: number;
  won: Partial<Record<Seat, number>>; // what the game brought: ten thousandths
}

const quick = "journeyman";
const strong = "master";
const suspectsMax = 5; // a seat, looked at again
const mistakesMax = 3; // a seat, shown
const worthTelling = 200; // ten thousandths

export async function analyse(engine: Engine, text: string, progress: (done: number, of: number) => void, stopped: () => boolean): Promise<Analysis | null> {
  const record = readRecord(text);
  const decided = record.moves.map((move, i) => ({ ...move, before: i })).filter((move) => move.kind === "act");
  const players = [...new Set(decided.map((d) => d.by as Seat))].sort();
  const of = decided.length + players.length * suspectsMax * 4;
  const out: Analysis = { decisions: [], mistakes: [], moves: record.moves.length, won: {} };
  const first = Object.values(record.places).filter((place) => place === 1).length;
  for (const seat of players) out.won[seat] = record.places[seat] === 1 ? Math.round(10000 / Math.max(1, first)) : 0;

  const judge = async (before: number, seat: Seat, action: string, bot: string): Promise<{ best: number; chance: number; bestAction: string; phrases: [Phrase, Phrase] | null }> => {
    const table = await engine.show(upTo(record, before), before);
    try {
      const { ranked } = await table.advise(seat, bot);
      const best = ranked[0];
      const mine = ranked.find((choice) => choice.action === action);
      const wanted = bot === strong && best && mine && best !== mine;
      const labels = wanted ? (await table.view(seat)).legal : [];
      const label = (a: string): Phrase | undefined => labels.find((choice) => choice.action === a)?.label;
      const played = label(action);
      const better = best && label(best.action);
      return { best: best?.chance ?? 0, chance: mine?.chance ?? best?.chance ?? 0, bestAction: best?.action ?? "", phrases: played && better ? [played, better] : null };
    } finally {
      await table.close();
    }
  };

  const suspects: { before: number; seat: Seat; action: string; lost: number }[] = [];
  for (const [i, { before, by, action }] of decided.entries()) {
    if (stopped()) return null;
    progress(i, of);
    const seat = by as Seat;
    const { best, chance } = await judge(before, seat, action, quick);
    out.decisions.push({ before, seat, chance: best });
    if (best - chance > worthTelling) suspects.push({ before, seat, action, lost: best - chance });
  }
  let done = decided.length;
  for (const seat of players)
    for (const suspect of suspects.filter((s) => s.seat === seat).sort((a, b) => b.lost - a.lost).slice(0, suspectsMax)) {
      if (stopped()) return null;
      progress((done += 4), of);
      const { best, chance, phrases } = await judge(suspect.before, seat, suspect.action, strong);
      if (phrases && best - chance > worthTelling) out.mistakes.push({ before: suspect.before, seat, played: phrases[0], better: phrases[1], chance, best });
    }
  const lost = (m: Mistake): number => m.best - m.chance;
  out.mistakes = players.flatMap((seat) => out.mistakes.filter((m) => m.seat === seat).sort((a, b) => lost(b) - lost(a)).slice(0, mistakesMax)).sort((a, b) => lost(b) - lost(a));
  progress(of, of);
  return out;
}
