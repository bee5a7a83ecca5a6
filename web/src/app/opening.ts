// A record from elsewhere, a file or a link: the engine checks it, then it is kept like a game of this browser. Persons take the first
// seat, bots the others.
import { engine } from "../engine/local";
import { seats } from "../engine/types";
import { readRecord } from "../table/record";
import { newId, savedGames, saveGame, type Saved } from "./storage";

export async function keepRecord(record: string): Promise<Saved> {
  const known = savedGames().find((game) => game.record === record);
  if (known) return known;
  const table = await engine.resume(record);
  const { lines, fields } = readRecord(record);
  const names = lines.filter((line) => line.startsWith("name ")).map((line) => line.slice(7).replace(/ #[0-9a-f]+$/, ""));
  const plan = seats.slice(0, Number(fields.get("players") ?? names.length)).map((seat, i) => ({ seat, name: names[i] ?? seat, ...(i === 0 ? {} : { bot: "greedy" }) }));
  const saved: Saved = { id: newId(), game: fields.get("game") ?? "", seats: plan, record, over: table.head.over, changed: Date.now() };
  await table.close();
  saveGame(saved);
  return saved;
}
export const placeOf = (saved: Saved): string => (saved.over ? `/replay/${saved.id}` : `/play/${saved.id}`);
