// Where there is no column beside the board, what the title shows beside it unfolds over the board.
import { closeOnBack } from "../ui/back.ts";
import { find } from "../ui/dom.ts";

/** It unfolds by itself while everything that can be touched lies in it. */
export function unfoldWhenNeeded(): void {
  const aside = find("#aside-part");
  const needed = hasOpen("#aside-part") && !hasOpen("#board-part") && !hasOpen("#hand-part");
  if (needed === (aside.dataset.needed === "yes")) return;
  aside.dataset.needed = needed ? "yes" : "";
  aside.classList.toggle("open", needed);
  find("#aside-toggle").setAttribute("aria-expanded", String(needed));
}

function hasOpen(part: string): boolean {
  return document.querySelector(`${part} .can-touch`) !== null;
}

export function foldAside(): void {
  scrollByKeys(find(".between"));
  const [toggle, aside] = [find<HTMLButtonElement>("#aside-toggle"), find("#aside-part")];
  let closed = (): void => undefined;
  const fold = (open: boolean): void => {
    closed();
    if (open) closed = closeOnBack(() => fold(false));
    aside.classList.toggle("open", open);
    toggle.setAttribute("aria-expanded", String(open));
  };
  toggle.addEventListener("click", () => fold(!aside.classList.contains("open")));
  find("#board-part").addEventListener("pointerdown", () => fold(false));
  addEventListener("keydown", (event) => {
    if (event.key === "Escape") fold(false);
  });
}

/** Whatever scrolls can be scrolled by keys in every browser. */
function scrollByKeys(scroller: HTMLElement): void {
  const watch = new ResizeObserver(() => {
    if (scroller.scrollHeight > scroller.clientHeight + 1) scroller.tabIndex = 0;
    else scroller.removeAttribute("tabindex");
  });
  for (const part of [scroller, ...scroller.children]) watch.observe(part);
}
