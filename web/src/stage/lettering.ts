// Text in a drawing is never smaller on the screen than people can read, whatever the window's size: it is raised to a least size.
import { findAll } from "../ui/dom.ts";
import { textZoom } from "../ui/text-size.ts";
import { covers } from "./boxes.ts";

const ON_A_DESK = 12; // px
const ON_A_PHONE = 11;
const OF_A_PICTURE = 7; // the finished city on a phone: it is looked at, or brought nearer to be read
const AT_TWICE_THE_SIZE = 9; // CSS px of a page that is shown at 200 %
const ON_A_PHONE_AT_TWICE_THE_SIZE = 6;
/** Where a unit has fewer pixels, fine lettering and ornament are left out. */
const SMALL_SCALE = 0.62;

/** Pixels that text has at least. */
function leastSize(): number {
  const zoom = textZoom();
  return zoom * leastAt(innerWidth / zoom, innerHeight / zoom);
}

function leastAt(width: number, height: number): number {
  if (Math.min(width, height) >= 600) return ON_A_DESK;
  if (document.body.classList.contains("dusk")) return OF_A_PICTURE;
  if (width < 320) return ON_A_PHONE_AT_TWICE_THE_SIZE;
  return matchMedia("(pointer: fine)").matches && width >= 600 ? AT_TWICE_THE_SIZE : ON_A_PHONE;
}

/** Raise what would be too small, and tell the drawing how large it is shown. */
export function fitLettering(host: HTMLElement): void {
  const scale = scaleOf(host.firstElementChild);
  if (!scale) return;
  host.classList.toggle("small", scale < SMALL_SCALE);
  const least = leastSize();
  fitLabels(host, scale, least);
  for (const text of findAll<SVGTextElement>("text", host)) {
    const own = Number(text.getAttribute("font-size") ?? 16);
    const textScale = scaleOf(text) || scale;
    text.style.fontSize = own * textScale < least ? `${least / textScale}px` : "";
  }
}

/** Labels grow as a whole around their origin; where two would overlap, that with the lower rank is seen. */
function fitLabels(host: HTMLElement, scale: number, least: number): void {
  const labels = findAll<SVGGElement>("[data-lettering]", host);
  for (const { style, dataset } of labels) {
    const size = Number(dataset.lettering) * scale;
    style.scale = size < least ? String(least / size) : "";
  }
  const visible: DOMRect[] = [];
  for (const label of labels.sort((one, other) => rankOf(one) - rankOf(other))) {
    const box = label.getBoundingClientRect();
    const isFree = covers(box, visible) === 0;
    label.style.visibility = isFree ? "" : "hidden";
    if (isFree) visible.push(box);
  }
}

function rankOf({ dataset }: SVGGElement): number {
  return Number(dataset.rank ?? 0);
}

/** Pixels on the screen for a unit of the drawing. */
export function scaleOf(element: Element | null): number {
  const matrix = element instanceof SVGGraphicsElement ? element.getScreenCTM() : null;
  return matrix ? Math.hypot(matrix.a, matrix.b) : 0;
}
