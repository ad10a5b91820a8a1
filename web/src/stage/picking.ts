// Which place a touch means where places are smaller than a finger: the nearest of those that lead on, a little beyond its edge
// too. A finger between two of them means neither for sure.
import type { Box, Point } from "./boxes.ts";

export const SEVERAL = "several";
const MIN_LEAD = 10; // px that one place is nearer to a finger than the others

export interface Candidate<P> {
  piece: P;
  /** Pixels from its edge to the touch; negative inside. */
  distance: number;
  /** How far beyond its edge it can be touched. */
  reach: number;
}

/** The nearest within reach; SEVERAL where a finger may mean another one as well. */
export function nearestOf<P>(candidates: Candidate<P>[], byFinger: boolean): P | typeof SEVERAL | undefined {
  const [first, second] = candidates
    .filter(({ distance, reach }) => distance <= reach)
    .sort((one, other) => one.distance - other.distance);
  return byFinger && first && second && second.distance - first.distance < MIN_LEAD ? SEVERAL : first?.piece;
}

/** A piece as a candidate for a touch; `least`: pixels that a place should have. */
export function candidate(piece: SVGGraphicsElement, at: Point, least: number): Candidate<SVGGraphicsElement> {
  const area = hitArea(piece);
  const box = area.getBoundingClientRect();
  const distance = distanceTo(box, at);
  const reach = Math.max(0, (least - Math.min(box.width, box.height)) / 2);
  return { piece, distance: isInside(area, at) ? distance : Math.max(0, distance), reach };
}

/** The part of a piece that can be touched. */
export function hitArea(piece: Element): Element {
  return piece.querySelector(".hit") ?? piece;
}

/** Boxes overlap where shapes do not. */
function isInside(area: Element, { x, y }: Point): boolean {
  const matrix = area instanceof SVGGeometryElement && area.getScreenCTM();
  return matrix ? area.isPointInFill(new DOMPoint(x, y).matrixTransform(matrix.inverse())) : true;
}

export function distanceTo({ x, y, width, height }: Box, at: Point): number {
  const across = Math.abs(at.x - x - width / 2) - width / 2;
  const down = Math.abs(at.y - y - height / 2) - height / 2;
  return Math.hypot(Math.max(0, across), Math.max(0, down)) + Math.min(0, Math.max(across, down));
}
