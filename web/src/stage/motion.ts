// Movement: pieces slide from where they were to where they are (FLIP).
// A piece is anything with data-piece; the same piece keeps its name in the hand, on the board and at a seat.
// With data-way it goes along a way, with data-grow its lines grow, with data-floors it rises as a building.
// The order of a move: its pieces are placed, sums that changed count, what was won flies to the players' cards.
import { findAll } from "../ui/dom.ts";
import { allowsMotion, pace } from "../ui/settings.ts";
import { COUNT, type Counts, countsOf, countUp } from "./counts.ts";
import { animate, appear, award, centre, fly, isSeen, rise, SLIDE, vanish } from "./flight.ts";
import { growthOf, type Lines, linesOf } from "./growth.ts";
import { flyScoreChip } from "./score-chips.ts";
import { type Spot as Corner, courseOf, wayOf } from "./ways.ts";

interface Spot {
  box: DOMRect;
  /** A picture of the piece to fly with when the piece itself is gone. */
  picture: SVGGraphicsElement;
  /** The way on which it came there, in screen units. */
  way: Corner[];
  /** How long its lines are, if they grow. */
  lines: Lines;
  /** It was in sight. */
  visible: boolean;
  /** The part of the drawing in which it lies, and where in it: a part may be moved as a whole. */
  part: Element | null;
  corner: Corner;
}

/** What a copy of a piece must not have. */
const OWN = ["id", "data-piece", "data-way", "data-grow", "data-touch", "tabindex", "aria-label", "role"];

/** How things stood before a move. */
export interface Spots {
  pieces: Map<string, Spot>;
  counts: Counts;
}

function pieces(root: ParentNode): SVGGraphicsElement[] {
  return findAll<SVGGraphicsElement>("[data-piece]:not(#ghost *)", root);
}

function nameOf(piece: SVGGraphicsElement): string {
  return piece.dataset.piece ?? "";
}

/** Where every piece is now; undefined when nothing may move. */
export function record(root: ParentNode): Spots | undefined {
  if (!allowsMotion() || document.hidden) return undefined;
  const spots = pieces(root).map((piece): [string, Spot] => [nameOf(piece), spotOf(piece)]);
  return { pieces: new Map(spots), counts: countsOf(root) };
}

function spotOf(piece: SVGGraphicsElement): Spot {
  const box = piece.getBoundingClientRect();
  const isVisible = isSeen(box, frameOf(piece));
  return {
    box,
    picture: flatCopy(piece),
    way: wayOf(piece),
    lines: linesOf(piece),
    visible: isVisible,
    ...placeOf(piece, box),
  };
}

function placeOf(piece: SVGGraphicsElement, box: DOMRect): Pick<Spot, "part" | "corner"> {
  const part = piece.closest("[id$='-part']");
  const own = piece.ownerSVGElement?.getBoundingClientRect() ?? box;
  return { part, corner: { x: box.x - own.x, y: box.y - own.y } };
}

function frameOf(piece: Element): DOMRect | undefined {
  return piece.closest(".board")?.getBoundingClientRect();
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

/** Points on their way to a player. */
export interface Award {
  seat: number;
  /** "+7". */
  text: string;
  /** Where they were won. */
  from: DOMRect | undefined;
}

export interface Ends {
  /** Where a new piece comes from; undefined when it just appears. */
  source(piece: SVGGraphicsElement): DOMRect | undefined;
  /** Where a piece goes that is no longer drawn; undefined when it fades. */
  target(name: string): DOMRect | undefined;
  /** What fly to the cards where no piece does. */
  awards: Award[];
  /** The card of a seat. */
  card(seat: number): DOMRect | undefined;
}

export const NO_ENDS: Ends = { source: () => undefined, target: () => undefined, awards: [], card: () => undefined };

/**
 * Move every piece of `root` from its recorded spot to its present one, then count, then let what was won fly.
 * Begins after `opening` ms. Resolves when all is done.
 */
export async function glide(root: ParentNode, before: Spots | undefined, ends: Ends, opening = 0): Promise<void> {
  if (!before || !allowsMotion()) return;
  const layer = flightLayer();
  const [laid, won] = splitWon(pieces(root), before);
  const placed = [...arrivals(laid, before, ends, layer, opening), ...fadings(root, before, ends, layer, opening)];
  const built = placed.length ? Math.max(...placed.map(endOf)) / pace() : opening;
  const counted = countUp(root, before.counts, layer, built);
  const summed = counted.length ? built + COUNT : built;
  const flown = [...arrivals(won, before, ends, layer, summed), ...winnings(root, before, ends, layer, summed)];
  const all = [...placed, ...counted, ...flown];
  const landed = Promise.all(all.map((each) => each.finished.catch(() => undefined)));
  const longest = Math.max(0, ...all.map(endOf)) + SLIDE;
  await Promise.race([landed, new Promise((resolve) => setTimeout(resolve, longest))]); // in a hidden tab nothing lands
  layer.remove();
}

/** When an animation ends, in ms from now at the present pace. */
function endOf(animation: Animation): number {
  return Number(animation.effect?.getComputedTiming().endTime ?? 0);
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

/** Copies of pieces are styled as in the board: it also has the class that the title's own styles begin with. */
function flightLayer(): SVGSVGElement {
  const board = document.querySelector("svg.board");
  const layer = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  layer.setAttribute(
    "class",
    board?.getAttribute("class")?.replace("board", "flight-layer") ?? "quartier flight-layer",
  );
  layer.setAttribute("aria-hidden", "true");
  document.body.append(layer);
  return layer;
}

/** The pieces that are placed, and those that have gone from the board to what a player holds beside it: they are won. */
function splitWon(all: SVGGraphicsElement[], before: Spots): [SVGGraphicsElement[], SVGGraphicsElement[]] {
  const isWon = (piece: SVGGraphicsElement): boolean =>
    before.pieces.get(nameOf(piece))?.part?.id === "board-part" && piece.closest("#aside-part") !== null;
  return [all.filter((piece) => !isWon(piece)), all.filter(isWon)];
}

function arrivals(
  all: SVGGraphicsElement[],
  before: Spots,
  ends: Ends,
  layer: SVGSVGElement,
  delay: number,
): Animation[] {
  return all.flatMap((piece) => {
    const now = piece.getBoundingClientRect();
    const spot = before.pieces.get(nameOf(piece));
    if (piece.dataset.grow !== undefined) return grow(piece, spot?.lines ?? [], delay);
    const floors = Number(piece.dataset.floors ?? 0);
    const was = spot?.visible === false ? undefined : (spot?.box ?? (floors ? undefined : ends.source(piece)));
    if (spot && rests(spot, piece, now)) return [];
    if (!was || !isSeen(now, frameOf(piece))) return [floors ? rise(piece, floors, delay) : appear(piece, delay)];
    if (spot && floors && spot.part !== placeOf(piece, now).part)
      return raiseTile(piece, spot, now, floors, layer, delay);
    const picture = flatCopy(piece);
    layer.append(picture);
    const way = courseOf(centre(was), centre(now), wayOf(piece), spot?.way ?? []);
    return fly(piece, picture, { was, now, way }, delay);
  });
}

/** A tile is laid; where it lies the building rises. */
function raiseTile(
  piece: SVGGraphicsElement,
  { box, picture }: Spot,
  now: DOMRect,
  floors: number,
  layer: SVGSVGElement,
  delay: number,
): Animation[] {
  layer.append(picture);
  const goal = new DOMRect(now.x + (now.width - box.width) / 2, now.bottom - box.height, box.width, box.height);
  const steps = [
    { translate: "0 0" },
    { translate: `${goal.x - box.x}px ${goal.y - box.y}px`, offset: 0.9 },
    { translate: `${goal.x - box.x}px ${goal.y - box.y}px`, opacity: 0 },
  ];
  return [animate(picture, steps, SLIDE, delay), rise(piece, floors, delay + SLIDE)];
}

/** Let the lines of a piece grow from their old length; stripes, which cannot, appear. */
function grow(piece: SVGGraphicsElement, old: Lines, delay: number): Animation[] {
  return growthOf(piece, old).map(({ path, steps }) => animate(path, steps, 2 * SLIDE, delay));
}

/** The pieces that are gone, each with the place to which it goes. */
function goneSpots(root: ParentNode, before: Spots, ends: Ends): { spot: Spot; to: DOMRect | undefined }[] {
  const present = new Set(pieces(root).map(nameOf));
  return [...before.pieces].flatMap(([name, spot]) => {
    const to = present.has(name) || !spot.visible ? undefined : ends.target(name);
    return present.has(name) ? [] : [{ spot, to: to && isSeen(to) ? to : undefined }];
  });
}

function fadings(root: ParentNode, before: Spots, ends: Ends, layer: SVGSVGElement, delay: number): Animation[] {
  return goneSpots(root, before, ends).flatMap(({ spot, to }) => {
    if (to) return [];
    layer.append(spot.picture);
    return [vanish(spot.picture, delay)];
  });
}

/** Pieces that somebody has won fly to the card; where there are none, the points do. */
function winnings(root: ParentNode, before: Spots, ends: Ends, layer: SVGSVGElement, delay: number): Animation[] {
  const departures = goneSpots(root, before, ends).flatMap(({ spot, to }) => {
    if (!to) return [];
    layer.append(spot.picture);
    return [award(spot.picture, spot.box, to, delay)];
  });
  return departures.length ? departures : ends.awards.flatMap((each) => pointsFly(each, ends, delay));
}

function pointsFly({ seat, text, from }: Award, ends: Ends, delay: number): Animation[] {
  const to = ends.card(seat);
  if (!from || !to || !isSeen(from) || !isSeen(to)) return [];
  return flyScoreChip({ text, from: centre(from), to: centre(to) }, delay);
}

/** It has not moved in its part, whatever has become of the part. */
function rests({ part, corner, box }: Spot, piece: SVGGraphicsElement, now: DOMRect): boolean {
  const present = placeOf(piece, now);
  const [x, y] = [present.corner.x - corner.x, present.corner.y - corner.y];
  return part === present.part && Math.abs(x) < 1 && Math.abs(y) < 1 && Math.abs(box.width - now.width) < 1;
}
