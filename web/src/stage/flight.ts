// Single flights of pictures: straight with a lift, along a way, appearing, fading.
import { pace } from "../ui/settings.ts";
import type { Spot as Corner } from "./ways.ts";

export const SLIDE = 260; // ms
const LEG = 230; // ms from corner to corner of a way
const LONGEST = 900; // ms for a whole way
const NATURAL = "cubic-bezier(.3,.7,.25,1)";

export interface Flight {
  was: DOMRect;
  now: DOMRect;
  /** Corners of the way in between, from the old place to the new; empty for a straight flight. */
  way: Corner[];
}

/** Fly a picture of a piece, and keep the piece itself out of sight meanwhile. */
export function fly(piece: SVGGraphicsElement, picture: SVGGraphicsElement, flight: Flight): Animation[] {
  const moving = flight.way.length
    ? drive(picture, flight)
    : travel(picture, flight.now, flight.was, flight.now, false);
  const long = Number(moving.effect?.getComputedTiming().duration ?? SLIDE);
  return [animate(piece, [{ opacity: 0 }, { opacity: 0 }], long / pace()), moving];
}

/** A picture leaves: to a place, or by fading. */
export function depart(picture: SVGGraphicsElement, own: DOMRect, to: DOMRect | undefined): Animation {
  return to ? travel(picture, own, own, to, true) : vanish(picture);
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

export function centre(box: DOMRect): Corner {
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

function middle(from: DOMRect, to: DOMRect): DOMRect {
  const lift = Math.min(24, Math.hypot(to.x - from.x, to.y - from.y) / 8);
  return new DOMRect(
    mean(from.x, to.x),
    mean(from.y, to.y) - lift,
    mean(from.width, to.width),
    mean(from.height, to.height),
  );
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

export function appear(piece: Element): Animation {
  return animate(piece, [{ opacity: 0 }, { opacity: 1 }], SLIDE);
}

function vanish(picture: Element): Animation {
  return animate(picture, [{ opacity: 1 }, { opacity: 0 }], SLIDE);
}

/** `duration` in ms at the normal pace. */
export function animate(element: Element, steps: Keyframe[], duration: number): Animation {
  const animation = element.animate(steps, { duration: duration * pace(), easing: NATURAL, fill: "backwards" });
  animation.id = "quartier";
  return animation;
}
