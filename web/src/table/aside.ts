// What the title shows beside the board. Where there is no column for it, it lies in the sheet below the board, with the last
// steps and the standing; held sideways, and where the sheet is needed, all of that unfolds over the board.
import { closeOnBack } from "../ui/back.ts";
import { find, findAll } from "../ui/dom.ts";

/** It unfolds by itself while everything that can be touched lies in it. */
export function unfoldOnDemand(): void {
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
  for (const scroller of [find(".between"), find("#more"), find("#aside-part")]) scrollByKeys(scroller);
  settle();
  new ResizeObserver(settle).observe(find(".between"));
  const rows = new ResizeObserver(showWholeRows);
  for (const part of [".between", ".dock", ".asking", "#hand-part", "#aside-part", "#standing"])
    rows.observe(find(part));
  const toggle = find<HTMLButtonElement>("#aside-toggle");
  let onClose = (): void => undefined;
  const fold = (open: boolean): void => {
    onClose();
    if (open) onClose = closeOnBack(() => fold(false));
    for (const part of [find("#aside-part"), find("#more")]) part.classList.toggle("open", open);
    showWholeRows();
    toggle.setAttribute("aria-expanded", String(open));
  };
  toggle.addEventListener("click", () => fold(toggle.getAttribute("aria-expanded") !== "true"));
  find("#board-part").addEventListener("pointerdown", () => fold(false));
  addEventListener("keydown", (event) => {
    if (event.key === "Escape") fold(false);
  });
}

/** Beside the board in the column, where the title's own table comes first: words below it, few or many, don't move it. Or below
    the board in the sheet, where the standing comes first: it is short, and as long all the time. */
function settle(): void {
  const [aside, standing] = [find("#aside-part"), find("#standing")];
  const isUpright = getComputedStyle(document.body).getPropertyValue("--upright") !== ""; // frame.css
  if (isUpright && aside.parentElement?.id !== "more") find("#more").append(standing, aside);
  const story = find("#story");
  const isFirst = aside.compareDocumentPosition(story) === Node.DOCUMENT_POSITION_FOLLOWING;
  if (isUpright || (isFirst && aside.parentElement === story.parentElement)) return;
  story.before(aside);
  find(".between").append(standing);
}

/** Beside or below the board there is room for some rows: one that is cut in half could not be read, nor a heading alone. */
function showWholeRows(): void {
  for (const part of [find("#more"), find("#aside-part")]) {
    part.style.maxHeight = "";
    if (part.matches(".open, #more > *") || part.scrollHeight <= part.clientHeight + 1) continue;
    const { top, height } = part.getBoundingClientRect();
    const boxes = findAll("[data-about], [data-touch], text, p, li", part).map((row) => row.getBoundingClientRect());
    const rows = boxes
      .filter((row) => row.height < height || row.top > top + 1)
      .sort((one, other) => other.bottom - one.bottom);
    const end = rows.reduce((end, row) => (row.top < end - 1 && row.bottom > end + 1 ? row.top : end), top + height);
    const first = Math.min(...rows.map((row) => row.top)) + 8; // px
    const hasRow = rows.some((row) => row.top > first && row.bottom < end + 1);
    part.style.maxHeight = `${hasRow ? end - top : 0}px`;
  }
}

/** Whatever scrolls can be scrolled by keys in every browser. */
function scrollByKeys(scroller: HTMLElement): void {
  const check = (): void => {
    if (scroller.scrollHeight > scroller.clientHeight + 1) scroller.tabIndex = 0;
    else scroller.removeAttribute("tabindex");
  };
  const watch = new ResizeObserver(check);
  for (const part of [scroller, ...scroller.children]) watch.observe(part);
  new MutationObserver(check).observe(scroller, { childList: true });
}
