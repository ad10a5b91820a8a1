// The action panel beside a board keeps the largest height that a move has needed in this window, so that its heading stays where
// it is from one decision to the next, unless the title's own table above needs the room: the last moves make way for it, too. (Below a board the panel has a place
// of its own.)
import { find } from "../ui/dom.ts";

/** What needs room for once, and may move the heading. */
const UNUSUAL =
  "#question:not([hidden]), #cover:not([hidden]), .prompt-line.long, #notice:not([hidden]), .over, .joining";

export function keepPanelHeight(): void {
  const dock = find("#dock");
  const above = find(".between");
  const aside = find("#aside-part");
  let largest = 0;
  const apply = (height: number): void => dock.style.setProperty("--panel", `${height}px`);
  const fit = (): void => {
    above.classList.remove("crowded");
    aside.style.maxHeight = ""; // aside.ts cuts what is left to whole rows
    apply(largest);
    const cut = hiddenHeight(above) + hiddenHeight(aside);
    if (cut > 0) apply(largest - cut);
    above.classList.toggle("crowded", hiddenHeight(aside) > 1);
  };
  addEventListener("resize", () => {
    largest = 0;
    fit();
  });
  new ResizeObserver(() => {
    if (!document.querySelector(UNUSUAL)) largest = Math.max(largest, dock.offsetHeight);
    fit();
  }).observe(dock);
  new MutationObserver(fit).observe(above, { childList: true, subtree: true });
}

/** How much of a part one would have to scroll for (px). */
function hiddenHeight(part: HTMLElement): number {
  return part.scrollHeight - part.clientHeight;
}
