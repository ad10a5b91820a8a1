// Boxes of the drawing, in its units.

/** A window of the drawing, in its units. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export function inside(box: Box, frame: Box): boolean {
  const { x, y } = middle(box);
  return x > frame.x && x < frame.x + frame.width && y > frame.y && y < frame.y + frame.height;
}

export function middle({ x, y, width, height }: Box): { x: number; y: number } {
  return { x: x + width / 2, y: y + height / 2 };
}

/** The middle of the place that is nearest to the middle of all: among four corners, one of them and not the empty centre. */
export function amid(boxes: Box[]): { x: number; y: number } {
  const places = boxes.map(middle);
  const mean = (of: "x" | "y"): number => places.reduce((sum, place) => sum + place[of], 0) / places.length;
  const [x, y] = [mean("x"), mean("y")];
  const far = (place: { x: number; y: number }): number => Math.hypot(place.x - x, place.y - y);
  return places.reduce((best, place) => (far(place) < far(best) ? place : best));
}
