// At the edges of a board that is shown in part: off-screen indicators that lead to what can be touched outside, one for each
// side, and to the viewer's goals outside, each at its own place.
import { button, findAll } from "../ui/dom.ts";
import { t } from "../ui/translations.ts";
import { type Box, covers, middle, type Point } from "./boxes.ts";

/** A goal of the viewer: its name, where it is, and the class of the seat's colour. */
export interface Goal {
  name: string;
  look: string;
  box: Box;
}

type Side = "left" | "right" | "up" | "down";

/** How far from its middle a goal may lie outside and still be seen well enough, as a part of its size. */
const PEEKING = 0.25;
const INSET = 8; // px from the edge
const STEP = 4; // px between places that are tried

export class OffscreenIndicators {
  /** What no indicator may cover, in pixels. */
  private boxes: Box[] = [];

  /** `tool`: what else covers the board. */
  constructor(
    private readonly layer: HTMLElement,
    private readonly tool: Element,
    private readonly go: (box: Box) => void,
  ) {}

  clear(): void {
    for (const old of findAll(".pennant", this.layer)) old.remove();
  }

  /** Lead to what lies outside of what is shown, where none stand yet. */
  draw(open: Box[], goals: Goal[], viewBox: Box): void {
    const unit = viewBox.width / this.layer.clientWidth;
    const inPixels = ({ x, y }: Point): Point => ({ x: (x - viewBox.x) / unit, y: (y - viewBox.y) / unit });
    this.boxes = [
      ...open.map((box) => ({ ...inPixels(box), width: box.width / unit, height: box.height / unit })),
      ...[this.tool, ...findAll("#board-part text")].map((each) => this.within(each.getBoundingClientRect())),
    ];
    for (const [side, there] of sides(open, viewBox)) {
      const label = t("{count} more this way", { count: there.length });
      const look = { class: `pennant ${side}`, "aria-label": label };
      this.stand(
        button(String(there.length), () => this.go(there[0] as Box), look),
        side,
        inPixels(middle(viewBox)),
      );
    }
    for (const { name, look, box } of goals) {
      const side = sideOf(box, viewBox, PEEKING);
      if (!side) continue;
      const way = { class: `pennant goal ${side} ${look}`, "aria-label": t("Your goal: {name}", { name }) };
      this.stand(
        button(name, () => this.go(box), way),
        side,
        inPixels(middle(box)),
      );
    }
  }

  private within({ x, y, width, height }: DOMRect): Box {
    const frame = this.layer.getBoundingClientRect();
    return { x: x - frame.x, y: y - frame.y, width, height };
  }

  /** Put an indicator at its edge, as near to a place as others let it; where none is free, nowhere: the whole board shows it. */
  private stand(indicator: HTMLElement, side: Side, to: Point): void {
    this.layer.append(indicator);
    const { offsetWidth: width, offsetHeight: height } = indicator;
    const { clientWidth, clientHeight } = this.layer;
    const isUpright = side === "left" || side === "right";
    const [length, edge] = isUpright ? [height, clientHeight] : [width, clientWidth];
    const far = (isUpright ? clientWidth - width : clientHeight - height) - INSET;
    const across = side === "left" || side === "up" ? INSET : far;
    const boxAt = (at: number): Box => ({
      x: isUpright ? across : at,
      y: isUpright ? at : across,
      width,
      height,
    });
    const ideal = (isUpright ? to.y : to.x) - length / 2;
    const at = nearestFree(ideal, [INSET, edge - length - INSET], (place) => covers(boxAt(place), this.boxes) === 0);
    if (at === undefined) return indicator.remove();
    this.boxes.push(boxAt(at));
    indicator.style.setProperty(isUpright ? "top" : "left", `${at}px`);
  }
}

function sides(boxes: Box[], viewBox: Box): Map<Side, Box[]> {
  const bySide = new Map<Side, Box[]>();
  for (const box of boxes) {
    const side = sideOf(box, viewBox);
    if (side) bySide.set(side, [...(bySide.get(side) ?? []), box]);
  }
  return bySide;
}

/** Beyond which edge a place lies; `beyond` is how far past it its middle may be, as a part of its size. */
function sideOf(box: Box, viewBox: Box, beyond = 0): Side | undefined {
  const { x, y } = middle(box);
  const [across, down] = [beyond * box.width, beyond * box.height];
  if (x + across < viewBox.x) return "left";
  if (x - across > viewBox.x + viewBox.width) return "right";
  if (y + down < viewBox.y) return "up";
  return y - down > viewBox.y + viewBox.height ? "down" : undefined;
}

/** The free place that is nearest to the wanted one; undefined if there is none. */
export function nearestFree(
  ideal: number,
  [least, most]: [number, number],
  isFree: (place: number) => boolean,
): number | undefined {
  const start = Math.max(least, Math.min(most, ideal));
  for (let off = 0; off <= most - least; off += STEP) {
    const free = [start - off, start + off].find((place) => place >= least && place <= most && isFree(place));
    if (free !== undefined) return free;
  }
  return undefined;
}
