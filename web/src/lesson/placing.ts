// Where the card stands beside what it speaks of, in pixels of the window. Plain numbers; no page.
import { type Box, covers, middle, type Point } from "../stage/boxes.ts";

type Side = "above" | "below" | "left" | "right" | "none";

export interface Place extends Point {
  /** The side of the first target on which the card is, pointing to it. */
  side: Side;
  /** How far along the card's edge the pointer is. */
  pointer: number;
  /** How bad the place is: mostly the area that the card covers. */
  cost: number;
}

interface Size {
  width: number;
  height: number;
}

const GAP = 22;
const CORNER = 30;
const REACH = 40; // px from the card's edge: a pointer to what is further away would point to something before it
const [COLUMNS, ROWS] = [5, 31]; // places to try, with the middle among them
const COVERS_TARGET = 60; // times as bad as covering something else
const NO_POINTER = 4000; // px² that are better covered than that it points to nothing
const PER_PX = 8; // px² for each px between it and the first target

/** Beside the first target, inside the frame, over as little as can be of all targets and of what else should be seen. */
export function placeCard(targets: Box[], size: Size, frame: Box, others: Box[] = []): Place {
  const first = targets[0];
  const tried = [...(first ? nextTo(first, size) : []), ...spread(size, frame)];
  const candidates = tried.map(({ x, y }) => {
    const box = {
      x: within(x, frame.x, frame.x + frame.width - size.width),
      y: within(y, frame.y, frame.y + frame.height - size.height),
      ...size,
    };
    const [side, pointer] = first ? pointTo(first, box) : (["none", 0] as const);
    const [from, to] = [middle(box), middle(first ?? frame)];
    const cost =
      COVERS_TARGET * covers(box, targets) +
      covers(box, others) +
      PER_PX * Math.hypot(from.x - to.x, from.y - to.y) +
      (side === "none" ? NO_POINTER : 0);
    return { x: box.x, y: box.y, side, pointer, cost };
  });
  return candidates.reduce((best, each) => (each.cost < best.cost ? each : best));
}

function nextTo(first: Box, { width, height }: Size): Point[] {
  const { x, y } = middle(first);
  return [
    { x: x - width / 2, y: first.y - height - GAP },
    { x: x - width / 2, y: first.y + first.height + GAP },
    { x: first.x + first.width + GAP, y: y - height / 2 },
    { x: first.x - width - GAP, y: y - height / 2 },
  ];
}

function spread({ width, height }: Size, frame: Box): Point[] {
  return Array.from({ length: COLUMNS * ROWS }, (_, index) => ({
    x: frame.x + ((frame.width - width) * (index % COLUMNS)) / (COLUMNS - 1),
    y: frame.y + ((frame.height - height) * Math.floor(index / COLUMNS)) / (ROWS - 1),
  }));
}

/** On which side of the target the card is, if it can point to its middle from there, and where the pointer is then. */
function pointTo(target: Box, { x, y, width, height }: Box): [Side, number] {
  const at = middle(target);
  const [right, down] = [at.x - x, at.y - y];
  if (right >= CORNER && right <= width - CORNER) {
    if (isClose(y + height, target.y)) return ["above", right];
    if (isClose(target.y + target.height, y)) return ["below", right];
  }
  if (down >= CORNER && down <= height - CORNER) {
    if (isClose(x + width, target.x)) return ["left", down];
    if (isClose(target.x + target.width, x)) return ["right", down];
  }
  return ["none", 0];
}

function isClose(end: number, start: number): boolean {
  return end <= start && start <= end + REACH;
}

/** What is larger than its frame ends where that ends: the buttons of a card are at its foot. */
function within(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
