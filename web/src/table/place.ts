// Puts a floating box beside what it belongs to, inside the window; on a narrow screen the style sheet docks it instead.
export const narrow = (): boolean => matchMedia("(max-width: 719px)").matches;

export function place(box: HTMLElement, anchor: DOMRect): void {
  if (narrow()) {
    box.style.left = box.style.top = "";
    return;
  }
  const gap = 10;
  const { width, height } = box.getBoundingClientRect();
  const right = anchor.right + gap;
  let left = right + width < innerWidth - gap ? right : anchor.left - gap - width;
  let top = anchor.top;
  if (left < gap) {
    left = Math.min(Math.max(gap, anchor.left), innerWidth - width - gap);
    top = anchor.bottom + gap + height < innerHeight ? anchor.bottom + gap : anchor.top - gap - height;
  }
  box.style.left = `${Math.round(left)}px`;
  box.style.top = `${Math.round(Math.min(Math.max(gap, top), Math.max(gap, innerHeight - height - gap)))}px`;
}
