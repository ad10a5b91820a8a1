// Movement: pieces slide from where they were to where they are (FLIP), scores count up, refusals shake.
// A piece is anything with data-piece; the same piece keeps its name in the hand, on the board and at a seat.
// With data-way it goes along a way, with data-grow its lines grow.
import { findAll, make } from "./dom.ts";
import { grown, linesOf, type Lines } from "./growth.ts";
import { motionAllowed } from "./settings.ts";
import { courseOf, wayOf, type Spot as Corner } from "./ways.ts";

const SLIDE = 260; // ms
const LEG = 230; // ms from corner to corner of a way
const LONGEST = 900; // ms for a whole way
const NATURAL = "cubic-bezier(.3,.7,.25,1)";

interface Spot {
  box: DOMRect;
  /** A picture of the piece to fly with when the piece itself is gone. */
  picture: SVGGraphicsElement;
  /** The way on which it came there, in screen units. */
  way: Corner[];
  /** How long its lines are, if they grow. */
  lines: Lines;
}

export type Spots = Map<string, Spot>;

function pieces(root: ParentNode): SVGGraphicsElement[] {
  return findAll<SVGGraphicsElement>("[data-piece]", root);
}

function nameOf(piece: SVGGraphicsElement): string {
  return piece.dataset["piece"] ?? "";
}

/** Where every piece is now. Empty when nothing may move. */
export function record(root: ParentNode): Spots {
  const spots: Spots = new Map();
  if (!motionAllowed() || document.hidden) return spots;
  for (const piece of pieces(root)) {
    spots.set(nameOf(piece), { box: piece.getBoundingClientRect(), picture: flatCopy(piece), way: wayOf(piece), lines: linesOf(piece) });
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
    ["id", "data-piece", "data-way", "data-grow", "data-touch", "tabindex", "aria-label", "role"].forEach((name) => element.removeAttribute(name));
    element.classList.remove("can-touch", "touched", "last");
  }
  if (matrix) copy.setAttribute("transform", `matrix(${matrix.a} ${matrix.b} ${matrix.c} ${matrix.d} ${matrix.e} ${matrix.f})`);
  return copy;
}

export interface Ends {
  /** Where a piece comes from that was not seen before; undefined when it just appears. */
  source(piece: SVGGraphicsElement): DOMRect | undefined;
  /** Where a piece goes that is seen no more; undefined when it fades. */
  target(name: string): DOMRect | undefined;
}

/** Move every piece of `root` from its recorded spot to its present one. Resolves when all have arrived. */
export async function glide(root: ParentNode, before: Spots, ends: Ends): Promise<void> {
  if (!before.size || !motionAllowed()) return;
  const layer = flightLayer();
  const flights = [...arrivals(root, before, ends, layer), ...departures(root, before, ends, layer)];
  const landed = Promise.all(flights.map((flight) => flight.finished.catch(() => undefined)));
  await Promise.race([landed, new Promise((resolve) => setTimeout(resolve, 4 * SLIDE))]); // in a hidden tab nothing lands
  layer.remove();
}

/** Finish every movement at once: somebody touched the page meanwhile. */
export function skipMotion(): void {
  for (const running of document.getAnimations()) {
    if (running.id === "quartier") running.finish();
  }
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
    if (piece.dataset["grow"] !== undefined) return grow(piece, known?.lines ?? []);
    const was = known?.box ?? ends.source(piece);
    if (!was) return [appear(piece)];
    if (near(was, now)) return [];
    return fly(piece, { was, now, way: courseOf(centre(was), centre(now), wayOf(piece), known?.way ?? []) }, layer);
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
    const target = ends.target(name);
    layer.append(picture);
    return [target ? travel(picture, box, box, target, true) : vanish(picture)];
  });
}

function near(one: DOMRect, other: DOMRect): boolean {
  return Math.abs(one.x - other.x) < 1 && Math.abs(one.y - other.y) < 1 && Math.abs(one.width - other.width) < 1;
}

interface Flight {
  was: DOMRect;
  now: DOMRect;
  /** Corners of the way in between, from the old place to the new; empty for a straight flight. */
  way: Corner[];
}

/** Fly a picture above everything else, and keep the piece itself out of sight meanwhile. */
function fly(piece: SVGGraphicsElement, flight: Flight, layer: SVGSVGElement): Animation[] {
  const picture = flatCopy(piece);
  layer.append(picture);
  const moving = flight.way.length ? drive(picture, flight) : travel(picture, flight.now, flight.was, flight.now, false);
  const long = Number(moving.effect?.getComputedTiming().duration ?? SLIDE);
  return [animate(piece, [{ opacity: 0 }, { opacity: 0 }], long), moving];
}

/** Move a picture whose own place is `own` from one box to another; a lifted arc, as a hand would carry it. */
function travel(picture: SVGGraphicsElement, own: DOMRect, from: DOMRect, to: DOMRect, leaves: boolean): Animation {
  const steps = [placed(own, from, 1), placed(own, middle(from, to), 1.08), placed(own, to, 1)];
  if (leaves) Object.assign(steps[2] as Keyframe, { opacity: 0.2 });
  const long = leaves ? SLIDE * 1.6 : SLIDE;
  return animate(picture, steps, long);
}

/** Move a picture along a way at an even pace. */
function drive(picture: SVGGraphicsElement, { was, now, way }: Flight): Animation {
  const boxes = way.map(({ x, y }) => new DOMRect(x - now.width / 2, y - now.height / 2, now.width, now.height));
  const steps = paced([was, ...boxes.slice(1, -1), now]).map(({ box, offset }) => ({ ...placed(now, box, 1), offset }));
  return animate(picture, steps, Math.min(LONGEST, LEG * (way.length - 1)));
}

/** Each box with its share of the whole way. */
function paced(boxes: DOMRect[]): { box: DOMRect; offset: number }[] {
  let gone = 0;
  const marks = boxes.map((box, index) => {
    const last = boxes[index - 1];
    if (last) gone += Math.hypot(centre(box).x - centre(last).x, centre(box).y - centre(last).y);
    return { box, gone };
  });
  return marks.map((mark) => ({ box: mark.box, offset: gone ? mark.gone / gone : 1 }));
}

function centre(box: DOMRect): Corner {
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

function middle(from: DOMRect, to: DOMRect): DOMRect {
  const lift = Math.min(24, Math.hypot(to.x - from.x, to.y - from.y) / 8);
  return new DOMRect(mean(from.x, to.x), mean(from.y, to.y) - lift, mean(from.width, to.width), mean(from.height, to.height));
}

function mean(one: number, other: number): number {
  return (one + other) / 2;
}

/** The step in which the picture, drawn at `own`, fills the width of `box`. Scaling is about the screen's corner. */
function placed(own: DOMRect, box: DOMRect, lift: number): Keyframe {
  const scale = (own.width ? box.width / own.width : 1) * lift;
  const x = box.x + box.width / 2 - scale * (own.x + own.width / 2);
  const y = box.y + box.height / 2 - scale * (own.y + own.height / 2);
  return { translate: `${x}px ${y}px`, scale: String(scale) };
}

function appear(piece: Element): Animation {
  return animate(piece, [{ opacity: 0 }, { opacity: 1 }], SLIDE);
}

function vanish(picture: Element): Animation {
  return animate(picture, [{ opacity: 1 }, { opacity: 0 }], SLIDE);
}

function animate(element: Element, steps: Keyframe[], duration: number): Animation {
  const animation = element.animate(steps, { duration, easing: NATURAL, fill: "backwards" });
  animation.id = "quartier";
  return animation;
}

/** Say no: a short shake. */
export function shake(element: Element): void {
  if (!motionAllowed()) return;
  const steps = [0, -5, 5, -3, 3, 0].map((x) => ({ translate: `${x}px 0` }));
  animate(element, steps, 280);
}

/** Count a number up (or down) to its new value. */
export function countTo(element: HTMLElement, value: number): void {
  const from = Number(element.dataset["value"] ?? value);
  element.dataset["value"] = String(value);
  if (from === value || !motionAllowed()) {
    element.textContent = signed(value);
    return;
  }
  const started = performance.now();
  const step = (now: number): void => {
    const share = Math.min(1, (now - started) / 500);
    element.textContent = signed(Math.round(from + (value - from) * share));
    if (share < 1 && element.dataset["value"] === String(value)) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

/** A number with a proper minus sign. */
function signed(value: number): string {
  return String(value).replace("-", "−");
}

/** "+7" rising from an element, once. */
export function riseFrom(element: Element, text: string): void {
  if (!motionAllowed()) return;
  const box = element.getBoundingClientRect();
  const label = make("span", { class: "rise", "aria-hidden": "true" }, text);
  label.style.left = `${box.x + box.width / 2}px`;
  label.style.top = `${box.y}px`;
  document.body.append(label);
  const steps = [{ opacity: 0, translate: "-50% 0" }, { opacity: 1, translate: "-50% -14px", offset: 0.3 }, { opacity: 0, translate: "-50% -34px" }];
  void animate(label, steps, 1100).finished.finally(() => label.remove());
}
