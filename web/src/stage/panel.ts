// The action panel beside a board keeps the largest height that a move has needed in this window, so that its heading stays where
// it is from one decision to the next. (Below a board it has a place of its own.)
import { find } from "../ui/dom.ts";

/** What needs room for once, and may move the heading. */
const UNUSUAL = "#question:not([hidden]), #cover:not([hidden]), .over, .joining";

export function keepPanelHeight(): void {
  const dock = find("#dock");
  let largest = 0;
  const apply = (height: number): void => {
    largest = height;
    dock.style.setProperty("--panel", `${height}px`);
  };
  addEventListener("resize", () => apply(0));
  new ResizeObserver(() => {
    if (dock.offsetHeight > largest && !document.querySelector(UNUSUAL)) apply(dock.offsetHeight);
  }).observe(dock);
}
