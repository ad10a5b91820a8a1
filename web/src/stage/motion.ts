// Movement: pieces slide from where they were to where they are (FLIP).
// A piece is anything with data-piece; the same piece keeps its name in the hand, on the board and at a seat.
// With data-way it goes along a way, with data-grow its lines grow.
import { findAll } from "../ui/dom.ts";
import { motionAllowed, pace } from "../ui/settings.ts";
import { animate, appear, centre, depart, fly, SLIDE } from "./flight.ts";
import { grown, type Lines, linesOf } from "./growth.ts";
import { type Spot as Corner, courseOf, wayOf } from "./ways.ts";

interface Spot {
  box: DOMRect;
  /** A picture of the piece to fly with when the piece itself is gone. */
  picture: SVGGraphicsElement;
  /** The way on which it came there, in screen units. */
  way: Corner[];
  /** How long its lines are, if they grow. */
  lines: Lines;
}

/** What a copy of a piece must not have. */
const OWN = ["id", "data-piece", "data-way", "data-grow", "data-touch", "tabindex", "aria-label", "role"];

export type Spots = Map<string, Spot>;

function pieces(root: ParentNode): SVGGraphicsElement[] {
  return findAll<SVGGraphicsElement>("[data-piece]", root);
}

function nameOf(piece: SVGGraphicsElement): string {
  return piece.dataset.piece ?? "";
}

/** Where every piece is now. Empty when nothing may move. */
export function record(root: ParentNode): Spots {
  const spots: Spots = new Map();
  if (!motionAllowed() || document.hidden) return spots;
  for (const piece of pieces(root)) {
    spots.set(nameOf(piece), {
      box: piece.getBoundingClientRect(),
      picture: flatCopy(piece),
      way: wayOf(piece),
      lines: linesOf(piece),
    });
  }
  return spots;
}

/** A copy that stands alone: in screen units, without what could be touched or announced. */
function flatCopy(piece: SVGGraphicsElement): SVGGraphicsElement {
  const matrix = piece.getScreenCTM();
  const copy = piece.cloneNode(true) as SVGGraphicsElement;
  const seat = /\bseat-\d\b/.exec(piece.closest("[class*='seat-']")?.getAttribute("class") ?? "");
  if (seat) copy.classList.add(seat[0]); // the seat's colours may come from around the piece
  for (const element of [copy, ...findAll<SVGElement>("*", copy)]) {
    for (const name of OWN) element.removeAttribute(name);
    element.classList.remove("can-touch", "touched", "last");
  }
  if (matrix)
    copy.setAttribute("transform", `matrix(${matrix.a} ${matrix.b} ${matrix.c} ${matrix.d} ${matrix.e} ${matrix.f})`);
  return copy;
}

export interface Ends {
  /** Where a new piece comes from; undefined when it just appears. */
  source(piece: SVGGraphicsElement): DOMRect | undefined;
  /** Where a piece goes that is no longer drawn; undefined when it fades. */
  target(name: string): DOMRect | undefined;
}

/** Move every piece of `root` from its recorded spot to its present one. Resolves when all have arrived. */
export async function glide(root: ParentNode, before: Spots, ends: Ends): Promise<void> {
  if (!before.size || !motionAllowed()) return;
  const layer = flightLayer();
  const flights = [...arrivals(root, before, ends, layer), ...departures(root, before, ends, layer)];
  const landed = Promise.all(flights.map((flight) => flight.finished.catch(() => undefined)));
  await Promise.race([landed, new Promise((resolve) => setTimeout(resolve, 4 * SLIDE * pace()))]); // in a hidden tab nothing lands
  layer.remove();
}

/** Finish every movement at once: somebody touched the page meanwhile. */
export function skipMotion(): void {
  for (const running of document.getAnimations()) {
    if (running.id === "quartier" || isOnTheTable(running)) running.finish();
  }
}

/** Whether an animation is one that a title's styles let a piece play, once. */
function isOnTheTable({ effect }: Animation): boolean {
  if (!(effect instanceof KeyframeEffect) || effect.getComputedTiming().endTime === Infinity) return false;
  return effect.target?.closest(".quartier") != null;
}

function flightLayer(): SVGSVGElement {
  const layer = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  layer.setAttribute("class", "quartier flight-layer");
  layer.setAttribute("aria-hidden", "true");
  document.body.append(layer);
  return layer;
}

function arrivals(root: ParentNode, before: Spots, ends: Ends, layer: SVGSVGElement): Animation[] {
  return pieces(root).flatMap((piece) => {
    const now = piece.getBoundingClientRect();
    const known = before.get(nameOf(piece));
    if (piece.dataset.grow !== undefined) return grow(piece, known?.lines ?? []);
    const was = known?.box ?? ends.source(piece);
    if (!was) return [appear(piece)];
    if (near(was, now)) return [];
    const picture = flatCopy(piece);
    layer.append(picture);
    return fly(piece, picture, { was, now, way: courseOf(centre(was), centre(now), wayOf(piece), known?.way ?? []) });
  });
}

/** Let the lines of a piece grow from their old length; stripes, which cannot, appear. */
function grow(piece: SVGGraphicsElement, old: Lines): Animation[] {
  return grown(piece, old).map(({ path, steps }) => animate(path, steps, 2 * SLIDE));
}

function departures(root: ParentNode, before: Spots, ends: Ends, layer: SVGSVGElement): Animation[] {
  const present = new Set(pieces(root).map(nameOf));
  return [...before].flatMap(([name, { box, picture }]) => {
    if (present.has(name)) return [];
    layer.append(picture);
    return [depart(picture, box, ends.target(name))];
  });
}

function near(one: DOMRect, other: DOMRect): boolean {
  return Math.abs(one.x - other.x) < 1 && Math.abs(one.y - other.y) < 1 && Math.abs(one.width - other.width) < 1;
}
