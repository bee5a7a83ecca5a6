// The same told several times in a row is one line: drew a card, five times.
import type { Told } from "../engine/types";

export function gathered(log: readonly Told[]): { event: Told; times: number }[] {
  const out: { event: Told; times: number }[] = [];
  for (const event of log) {
    const last = out.at(-1);
    if (last && last.event.key === event.key && JSON.stringify(last.event.args) === JSON.stringify(event.args)) last.times++;
    else out.push({ event, times: 1 });
  }
  return out;
}
