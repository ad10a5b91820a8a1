// Growth: the lines of a piece with data-grow are drawn on from where they ended before.
import { findAll } from "../ui/dom.ts";

/** The lengths of a piece's paths, in the order of the drawing; empty for a piece that does not grow. */
export type Lines = number[];

export interface Growth {
  path: SVGGeometryElement;
  steps: Keyframe[];
}

function pathsOf(piece: SVGGraphicsElement): SVGGeometryElement[] {
  return piece instanceof SVGGeometryElement ? [piece] : findAll<SVGGeometryElement>("path", piece);
}

export function linesOf(piece: SVGGraphicsElement): Lines {
  return piece.dataset.grow === undefined ? [] : pathsOf(piece).map((path) => path.getTotalLength());
}

/** How every path that is longer than before grows. A dashed one cannot be drawn on: it appears. */
export function growthOf(piece: SVGGraphicsElement, old: Lines): Growth[] {
  return pathsOf(piece).flatMap((path, index) => {
    const [length, had] = [path.getTotalLength(), old[index] ?? 0];
    if (length <= had + 1) return [];
    const dashed = getComputedStyle(path).strokeDasharray !== "none";
    return [{ path, steps: dashed ? [{ opacity: 0 }, { opacity: 1 }] : drawnOn(length, had) }];
  });
}

function drawnOn(length: number, had: number): Keyframe[] {
  const strokeDasharray = `${length} ${length}`;
  return [
    { strokeDasharray, strokeDashoffset: String(length - had) },
    { strokeDasharray, strokeDashoffset: "0" },
  ];
}
