// Two quick taps at one place: one gesture, and not a second thought.
const SOON = 320; // ms between the two
const NEAR = 24; // px

export interface Tap {
  x: number;
  y: number;
  at: number;
  byFinger: boolean;
}

let last: Tap | undefined;
let before: Tap | undefined;

addEventListener("pointerdown", note, true);

function note({ clientX: x, clientY: y, pointerType }: PointerEvent): void {
  before = last;
  last = { x, y, at: performance.now(), byFinger: pointerType === "touch" };
}

/** The second of two taps is under way, or was just now: where it is, and whether a finger has made it. */
export function doubleTap(): Tap | undefined {
  if (!last || !before || performance.now() - last.at > SOON || last.at - before.at > SOON) return undefined;
  return Math.hypot(last.x - before.x, last.y - before.y) < NEAR ? last : undefined;
}
