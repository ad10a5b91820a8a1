// Two quick taps at one place: one gesture, and not a second thought.
const MAX_TAP_INTERVAL = 320; // ms between the two
const MAX_TAP_DISTANCE = 24; // px

export interface Tap {
  x: number;
  y: number;
  at: number;
  byFinger: boolean;
  isSecond: boolean;
}

let last: Tap = { x: 0, y: 0, at: -MAX_TAP_INTERVAL, byFinger: false, isSecond: false };

addEventListener("pointerdown", note, true);

function note({ clientX: x, clientY: y, pointerType }: PointerEvent): void {
  const at = performance.now();
  const isSecond = at - last.at < MAX_TAP_INTERVAL && Math.hypot(x - last.x, y - last.y) < MAX_TAP_DISTANCE;
  last = { x, y, at, byFinger: pointerType === "touch", isSecond };
}

/** The second of two taps, while it is under way or was just now. */
export function doubleTap(): Tap | undefined {
  return last.isSecond && performance.now() - last.at < MAX_TAP_INTERVAL ? last : undefined;
}

/** Whether a pointer can be over something without touching it. After a tap, a touch screen reports a mouse there, too. */
export function hovers({ pointerType }: PointerEvent): boolean {
  return pointerType !== "touch" && matchMedia("(any-hover: hover)").matches;
}
