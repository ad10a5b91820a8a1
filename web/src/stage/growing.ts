// What a title draws last beside the board, and lets grow (data-grows), is as large as the column has room for it; in the
// sheet of a phone, where one scrolls to it, it may be larger still.

import { find } from "../ui/dom.ts";

const COLUMN_GAP = 12; // px
const UNFOLDED = 0.37; // of the window's height that the sheet has for it, unfolded: frame.css

/** `drawn`: what stands beside the board; `column`: where it stands; both as they are laid out now. */
export function growInto(column: HTMLElement, drawn: HTMLElement): void {
  const svg = drawn.querySelector("svg");
  const part = svg?.querySelector<SVGGraphicsElement>("[data-grows]");
  if (!svg || !part) return;
  svg.dataset.box ??= svg.getAttribute("viewBox") ?? "";
  const [left = 0, top = 0, width = 1, tall = 0] = svg.dataset.box.split(" ").map(Number);
  /** The part so many times as large, its top left corner where it is, and the drawing as much higher. */
  const show = (times: number): void => {
    part.removeAttribute("transform");
    const { x, y, height } = part.getBBox();
    part.setAttribute("transform", `translate(${x} ${y}) scale(${times}) translate(${-x} ${-y})`);
    svg.setAttribute("viewBox", `${left} ${top} ${width} ${tall + (times - 1) * height}`);
  };
  show(1);
  const unit = svg.getBoundingClientRect().width / width;
  if (!unit || !drawn.offsetParent) return;
  const box = part.getBBox();
  const height = column.matches(".between")
    ? roomToGrow(roomBelow(column, column.querySelector(".coach:not([hidden])") ?? svg))
    : UNFOLDED * innerHeight - svg.clientHeight;
  const times = Math.min(width / box.width, 1 + height / (box.height * unit));
  if (times > 1) show(times);
}

/** What the story leaves of the free room, whether it says something or not, so that the part keeps its size; all of it where the
    story has no room anyway. */
function roomToGrow(free: number): number {
  const least = Number.parseFloat(getComputedStyle(find("#story")).getPropertyValue("--least")); // rem
  const needed = least * Number.parseFloat(getComputedStyle(document.documentElement).fontSize) + COLUMN_GAP;
  return (free < needed ? free : free - needed) - COLUMN_GAP;
}

/** How much of the column is free below a part: nothing while something in it is shown in part. */
export function roomBelow(column: HTMLElement, part: Element): number {
  const style = getComputedStyle(column);
  const foot = column.getBoundingClientRect().bottom - Number.parseFloat(style.paddingBottom);
  return Math.max(0, Math.floor(foot - part.getBoundingClientRect().bottom));
}
