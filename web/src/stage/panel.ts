// The action panel beside a board keeps the largest height that a move has needed in this window, so that its heading stays where
// it is from one decision to the next. (Below a board it has a place of its own.)
import { find } from "../ui/dom.ts";

/** What needs room for once, and may move the heading. */
const UNUSUAL = "#question:not([hidden]), #cover:not([hidden]), body:is(.over, .joining)";

export function keepPanelHeight(): void {
  const dock = find("#dock");
  const key = (): string => ["quartier.panel", document.body.dataset.rules, innerWidth, innerHeight].join(" ");
  const largest = (): number => Number(sessionStorage.getItem(key()));
  const apply = (): void => dock.style.setProperty("--panel", `${largest()}px`);
  addEventListener("resize", apply);
  new ResizeObserver(() => {
    if (document.querySelector(UNUSUAL) || dock.offsetHeight <= largest()) return;
    sessionStorage.setItem(key(), String(dock.offsetHeight));
    apply();
  }).observe(dock);
  apply();
}
