// Where the card stands beside what it speaks of, in pixels of the window. Plain numbers; no page.
import { type Box, freest, type Point } from "../stage/boxes.ts";

export type Side = "above" | "below" | "left" | "right";

export interface Place extends Point {
  /** The side of the light on which the card stands. */
  side: Side;
  /** How far along the card's edge the pointer is. */
  pointer: number;
}

interface Size {
  width: number;
  height: number;
}

const GAP = 22;
const CORNER = 30;

/** Beside the first light, inside the frame, over as little as can be of all lights. */
export function placeCard(targets: Box[], { width, height }: Size, frame: Box): Place {
  const first = targets[0] ?? { ...frame, height: 0 };
  const [middleX, middleY] = [first.x + first.width / 2, first.y + first.height / 2];
  const candidates: [Side, number, number][] = [
    ["above", middleX - width / 2, first.y - height - GAP],
    ["below", middleX - width / 2, first.y + first.height + GAP],
    ["right", first.x + first.width + GAP, middleY - height / 2],
    ["left", first.x - width - GAP, middleY - height / 2],
  ];
  const ranked = candidates.map(([side, x, y]) => ({
    side,
    x: within(x, frame.x, frame.x + frame.width - width),
    y: within(y, frame.y, frame.y + frame.height - height),
  }));
  const pointing = ranked.filter(({ side, x, y }) => {
    const beyond = {
      above: y + height <= first.y,
      below: y >= first.y + first.height,
      left: x + width <= first.x,
      right: x >= first.x + first.width,
    };
    return beyond[side] && (isUpright(side) ? isIn(middleX, x, x + width) : isIn(middleY, y, y + height));
  });
  const best = leastCovering(pointing.length ? pointing : ranked, { width, height }, targets);
  const pointer = isUpright(best.side)
    ? within(middleX - best.x, CORNER, width - CORNER)
    : within(middleY - best.y, CORNER, height - CORNER);
  return { ...best, pointer };
}

function isUpright(side: Side): boolean {
  return side === "above" || side === "below";
}

function isIn(value: number, least: number, most: number): boolean {
  return value >= least && value <= most;
}

function leastCovering<P extends Point>(places: P[], size: Size, targets: Box[]): P {
  const middles = places.map(({ x, y }) => ({ x: x + size.width / 2, y: y + size.height / 2 }));
  return places[middles.indexOf(freest(middles, size, targets))] as P;
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}
