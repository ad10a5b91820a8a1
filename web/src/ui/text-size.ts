// How large the reader has text shown: a page whose text is shown at 200 % is laid out like one that is shown at 200 %.
import { make } from "./dom.ts";

const SMALLEST = 0.75; // of the root's size: our smallest text

/** 1 where the root's font size is the usual one. */
export function textZoom(): number {
  return rootSize() / 16;
}

/** Where the browser raises small text, the whole page grows with it: else lines would overlap. */
export function growWithSmallText(): void {
  const raised = smallestSize();
  if (raised > SMALLEST * rootSize()) document.documentElement.style.fontSize = `${raised / SMALLEST}px`;
}

function rootSize(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

/** The size at which text of 10 px is shown (px), measured: the computed style may not tell. */
function smallestSize(): number {
  const probe = make("span", { class: "unseen" }, "Quartier");
  document.body.append(probe);
  const widthAt = (size: number): number => {
    probe.style.cssText = `font-size: ${size}px; width: auto`;
    return probe.scrollWidth;
  };
  const size = (100 * widthAt(10)) / widthAt(100);
  probe.remove();
  return size;
}
