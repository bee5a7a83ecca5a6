// Changes on a board are seen to move: what lies elsewhere after an act slides there from where it was. Spots are matched by their
// id; one that vanished and one that appeared, of the same kind of thing, are taken for the same.
import { settings } from "../app/settings.svelte";

const length = 280; // ms
const most = 40; // at once; more is no movement but a new board

export type Places = Map<string, DOMRect>;
const kindOf = (id: string): string => id.slice(id.lastIndexOf(":") + 1);

export function placesOf(board: Element | undefined): Places {
  const out: Places = new Map();
  if (!board || !settings.motion || matchMedia("(prefers-reduced-motion: reduce)").matches) return out;
  for (const spot of board.querySelectorAll<HTMLElement>("[data-spot]")) out.set(spot.dataset.spot ?? "", spot.getBoundingClientRect());
  return out;
}

export function moveFrom(before: Places, board: Element | undefined): void {
  if (before.size === 0 || !board) return;
  const spots = new Map([...board.querySelectorAll<HTMLElement>("[data-spot]")].map((spot) => [spot.dataset.spot ?? "", spot]));
  const gone = [...before].filter(([id]) => !spots.has(id));
  const moves: [HTMLElement, DOMRect, DOMRect][] = [];
  for (const [id, spot] of spots) {
    let from = before.get(id);
    if (!from) {
      const at = gone.findIndex(([other]) => kindOf(other) === kindOf(id));
      if (at >= 0) from = gone.splice(at, 1)[0]?.[1];
    }
    const to = spot.getBoundingClientRect();
    if (from && from.width > 0 && to.width > 0 && Math.hypot(from.left - to.left, from.top - to.top) > 3) moves.push([spot, from, to]);
  }
  if (moves.length > most) return;
  for (const [spot, from, to] of moves) {
    const scale = Math.min(2, Math.max(0.5, from.width / to.width));
    spot.animate([{ transform: `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${scale})`, transformOrigin: "top left", zIndex: 6 }, { transform: "none", transformOrigin: "top left", zIndex: 6 }], { duration: length, easing: "ease-out" });
  }
}

// At once, for who does not want to wait.
export function finishMotion(): void {
  for (const animation of document.getAnimations()) if (animation instanceof Animation && Number(animation.effect?.getTiming().duration) === length) animation.finish();
}
