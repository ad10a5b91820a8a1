// Single flights of pictures: straight with a lift, along a way, rising, appearing, fading. Times are ms at the normal pace.
import { pace } from "../ui/settings.ts";
import type { Spot as Corner } from "./ways.ts";

export const SLIDE = 260; // ms
export const AWARD = 420; // ms in which a token flies to its player
const IN_CARD = 28; // px of a piece at a player's card
const LEG = 90; // ms from space to space of a way
const MAX_FLIGHT_TIME = 1400; // ms for a whole way
const FLOOR = 40; // ms for a floor of a building
const NATURAL = "cubic-bezier(.3,.7,.25,1)";

export interface Flight {
  was: DOMRect;
  now: DOMRect;
  /** Corners of the way in between, from the old place to the new; empty for a straight flight. */
  way: Corner[];
}

/** Fly a picture of a piece, and keep the piece itself out of sight meanwhile. */
export function fly(
  piece: SVGGraphicsElement,
  picture: SVGGraphicsElement,
  flight: Flight,
  delay: number,
): Animation[] {
  const moving = flight.way.length ? drive(picture, flight, delay) : travel(picture, flight, delay);
  const long = Number(moving.effect?.getComputedTiming().duration ?? SLIDE);
  return [animate(piece, [{ opacity: 0 }, { opacity: 0 }], long / pace(), delay), moving];
}

/** Move a picture, drawn at its goal, as a hand would carry it: on a low arc. */
function travel(picture: SVGGraphicsElement, { was, now }: Flight, delay: number): Animation {
  const steps = [frameAt(now, was, 1), frameAt(now, middle(was, now, 24), 1.08), frameAt(now, now, 1)];
  return animate(picture, steps, SLIDE, delay);
}

/** Where a piece leaves a player's card or arrives there: small, in its middle. */
export function spotOn(card: DOMRect): DOMRect {
  const { x, y } = centre(card);
  return new DOMRect(x - IN_CARD / 2, y - IN_CARD / 2, IN_CARD, IN_CARD);
}

/** A picture, drawn at `own`, flies on a high arc to a player, smaller and smaller. */
export function award(picture: Element, own: DOMRect, to: DOMRect, delay: number): Animation {
  const small = spotOn(to);
  const steps = [frameAt(own, own, 1), frameAt(own, middle(own, small, 70), 1.15), frameAt(own, small, 1)];
  Object.assign(steps[2] as Keyframe, { opacity: 0.3 });
  return animate(picture, steps, AWARD, delay);
}

/** A building rises from its footprint, floor by floor. */
export function rise(piece: SVGGraphicsElement, floors: number, delay: number): Animation {
  const steps = Array.from({ length: floors + 1 }, (_, done) => ({
    clipPath: `inset(${100 - (100 * done) / floors}% -60% -20% -60%)`,
  }));
  return animate(piece, steps, Math.max(SLIDE, FLOOR * floors), delay);
}

/** Move a picture along a way at an even pace. */
function drive(picture: SVGGraphicsElement, { was, now, way }: Flight, delay: number): Animation {
  const boxes = way.map(({ x, y }) => new DOMRect(x - now.width / 2, y - now.height / 2, now.width, now.height));
  const steps = withOffsets([was, ...boxes.slice(1, -1), now]).map(({ box, offset }) => ({
    ...frameAt(now, box, 1),
    offset,
  }));
  return animate(picture, steps, Math.min(MAX_FLIGHT_TIME, Math.max(SLIDE, LEG * (way.length - 1))), delay);
}

/** Each box with its share of the whole way. */
function withOffsets(boxes: DOMRect[]): { box: DOMRect; offset: number }[] {
  let length = 0;
  const marks = boxes.map((box, index) => {
    const last = boxes[index - 1];
    if (last) length += Math.hypot(centre(box).x - centre(last).x, centre(box).y - centre(last).y);
    return { box, gone: length };
  });
  return marks.map((mark) => ({ box: mark.box, offset: length ? mark.gone / length : 1 }));
}

export function centre(box: DOMRect): Corner {
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The top of an arc, which stays inside the window. */
function middle(from: DOMRect, to: DOMRect, most: number): DOMRect {
  const lift = Math.min(most, Math.hypot(to.x - from.x, to.y - from.y) / 8);
  return new DOMRect(
    mean(from.x, to.x),
    Math.max(2, mean(from.y, to.y) - lift),
    mean(from.width, to.width),
    mean(from.height, to.height),
  );
}

function mean(one: number, other: number): number {
  return (one + other) / 2;
}

/** The step in which the picture, drawn at `own`, fills the width of `box`. Scaling is about the screen's corner. */
function frameAt(own: DOMRect, box: DOMRect, lift: number): Keyframe {
  const scale = (own.width ? box.width / own.width : 1) * lift;
  const x = box.x + box.width / 2 - scale * (own.x + own.width / 2);
  const y = box.y + box.height / 2 - scale * (own.y + own.height / 2);
  return { translate: `${x}px ${y}px`, scale: String(scale) };
}

export function appear(piece: Element, delay: number): Animation {
  return animate(piece, [{ opacity: 0 }, { opacity: 1 }], SLIDE, delay);
}

export function vanish(picture: Element, delay: number): Animation {
  return animate(picture, [{ opacity: 1 }, { opacity: 0 }], SLIDE, delay);
}

/** Whether all of a box is shown: inside the window, and inside the frame that it lies in. */
export function isSeen(box: DOMRect, frame = new DOMRect(0, 0, innerWidth, innerHeight)): boolean {
  const { x, y, right, bottom } = middleHalf(box);
  const inside = x >= frame.x - 1 && y >= frame.y - 1 && right <= frame.right + 1 && bottom <= frame.bottom + 1;
  return box.width > 0 && inside && right <= innerWidth + 1 && bottom <= innerHeight + 1 && x > -2 && y > -2;
}

/** The middle half of a box: a piece whose shadow is cut off is still seen. */
function middleHalf({ x, y, width, height }: DOMRect): DOMRect {
  return new DOMRect(x + width / 4, y + height / 4, width / 2, height / 2);
}

/** `duration` and `delay` in ms at the normal pace; until it begins the first step is shown. */
export function animate(element: Element, steps: Keyframe[], duration: number, delay = 0): Animation {
  const timing = { duration: duration * pace(), delay: delay * pace(), easing: NATURAL, fill: "backwards" as const };
  const animation = element.animate(steps, timing);
  animation.id = "quartier";
  return animation;
}
