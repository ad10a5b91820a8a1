// Boxes of the drawing, in its units.

/** A window of the drawing, in its units. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

export function inside(box: Box, frame: Box): boolean {
  const { x, y } = middle(box);
  return x > frame.x && x < frame.x + frame.width && y > frame.y && y < frame.y + frame.height;
}

export function middle({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

/** The smallest box around some boxes. */
export function around(boxes: Box[]): Box {
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const foot = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: foot - y };
}

/** From middle to middle, how far the two nearest of some boxes are apart; Infinity for a single one. */
export function leastGap(boxes: Box[]): number {
  const middles = boxes.map(middle);
  const gaps = middles.map(({ x, y }, index) => middles.slice(0, index).map((to) => Math.hypot(to.x - x, to.y - y)));
  return Math.min(...gaps.flat());
}

/** Of several places for the middle of a mark, the first that covers nothing of what has to be seen, else the one that covers least. */
export function freest(places: Point[], size: number | Pick<Box, "width" | "height">, obstacles: Box[]): Point {
  const { width, height } = typeof size === "number" ? { width: size, height: size } : size;
  const covered = places.map(({ x, y }) => covers({ x: x - width / 2, y: y - height / 2, width, height }, obstacles));
  return places[covered.indexOf(Math.min(...covered))] as Point;
}

/** How much a mark covers of what has to be seen. */
export function covers(mark: Box, obstacles: Box[]): number {
  return obstacles.reduce((sum, other) => sum + overlapArea(mark, other), 0);
}

/** The area that two boxes have in common. */
function overlapArea(one: Box, other: Box): number {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.max(0, across) * Math.max(0, down);
}
