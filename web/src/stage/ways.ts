// Ways: a piece that names the corners of its last move (data-way, board units, oldest first) goes along them.

/** A point on the screen, in CSS pixels. */
export interface Spot {
  x: number;
  y: number;
}

const CLOSE = 48; // px that a piece may stand beside the corner where its way begins or ends

/** The corners of a piece's way on the screen; empty when it names none. */
export function wayOf(piece: SVGGraphicsElement): Spot[] {
  const matrix = piece.ownerSVGElement?.getScreenCTM();
  const corners = (piece.dataset.way ?? "").split(" ").filter(Boolean);
  if (!matrix) return [];
  return corners.map((corner) => {
    const [x = 0, y = 0] = corner.split(",").map(Number);
    const { x: left, y: top } = new DOMPoint(x, y).matrixTransform(matrix);
    return { x: left, y: top };
  });
}

/**
 * The way from one place to another: the one on which the piece came, or going back the one on which it had come
 * before. Empty when neither leads from here to there.
 */
export function courseOf(from: Spot, to: Spot, came: Spot[], hadCome: Spot[]): Spot[] {
  return [came, [...hadCome].reverse()].find((way) => leads(way, from, to)) ?? [];
}

function leads(way: Spot[], from: Spot, to: Spot): boolean {
  const [first, last] = [way[0], way.at(-1)];
  return way.length > 2 && first !== undefined && last !== undefined && close(first, from) && close(last, to);
}

function close(one: Spot, other: Spot): boolean {
  return Math.hypot(one.x - other.x, one.y - other.y) < CLOSE;
}
