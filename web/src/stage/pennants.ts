// At the edges of a board that is shown in part: pennants that lead to what can be touched outside, one for each side, and
// to the viewer's goals outside, each at its own place.
import { button, findAll } from "../ui/dom.ts";
import { t } from "../ui/words.ts";
import { type Box, freest, middle } from "./boxes.ts";

/** A goal of the viewer: its name, where it is, and the class of the seat's colour. */
export interface Goal {
  name: string;
  look: string;
  box: Box;
}

type Side = "left" | "right" | "up" | "down";

/** From where to where goals may stand at an edge, per cent: buttons and the small map have the lower corners, those of the
 * upper edge the upper ones. */
const ROOM: Record<Side, [number, number]> = { left: [22, 66], right: [22, 60], up: [20, 80], down: [30, 55] };
/** How far from its middle a goal may lie outside and still be seen well enough, as a part of its size. */
const PEEKING = 0.25;
/** How much room a pennant takes along its edge, in pixels. */
const LENGTH: Record<Side, number> = { left: 46, right: 46, up: 100, down: 100 };
/** Where the pennant of an edge may stand, per cent, the best first; its middle from the edge, and its size with some air, in pixels. */
const TRIED = [50, 40, 55, 32];
const INSET = 30;
const LARGE = 64;

export class Pennants {
  constructor(
    private readonly place: HTMLElement,
    private readonly go: (box: Box) => void,
  ) {}

  clear(): void {
    for (const old of findAll(".pennant", this.place)) old.remove();
  }

  /** Lead to what lies outside of what is shown. */
  draw(open: Box[], goals: Goal[], shown: Box): void {
    this.clear();
    const used = new Map<Side, number[]>();
    for (const [side, there] of sides(open, shown)) {
      const along = this.clearOf(open, side, shown);
      used.set(side, [along]);
      this.place.append(this.toTouch(side, there, along));
    }
    for (const goal of goals) {
      const side = sideOf(goal.box, shown, PEEKING);
      const along = side && this.room(alongOf(goal.box, side, shown), side, used.get(side) ?? []);
      if (!side || along === undefined) continue; // an edge that is full: the small map shows the goal still
      used.set(side, [...(used.get(side) ?? []), along]);
      this.place.append(this.toGoal(goal, side, along));
    }
  }

  private room(wanted: number, side: Side, taken: number[]): number | undefined {
    const edge = side === "left" || side === "right" ? this.place.clientHeight : this.place.clientWidth;
    return nearestFree(wanted, ROOM[side], taken, (100 * LENGTH[side]) / edge);
  }

  /** How far along its edge a pennant covers least of what can be touched, per cent: at the middle, if that is free. */
  private clearOf(open: Box[], side: Side, { x, y, width, height }: Box): number {
    const unit = width / this.place.clientWidth;
    const [near, size] = [INSET * unit, LARGE * unit];
    const places = TRIED.map((along) => {
      if (side === "left" || side === "right")
        return { x: side === "left" ? x + near : x + width - near, y: y + (height * along) / 100 };
      return { x: x + (width * along) / 100, y: side === "up" ? y + near : y + height - near };
    });
    return TRIED[places.indexOf(freest(places, size, open))] ?? 50;
  }

  private toTouch(side: Side, there: Box[], along: number): HTMLElement {
    const pennant = button(String(there.length), () => this.go(there[0] as Box), {
      class: `pennant ${side}`,
      "aria-label": t("{count} more places to touch", { count: there.length }),
    });
    stand(pennant, side, along);
    return pennant;
  }

  private toGoal({ name, look, box }: Goal, side: Side, along: number): HTMLElement {
    const pennant = button(name, () => this.go(box), {
      class: `pennant goal ${side} ${look}`,
      "aria-label": t("Your goal {name}", { name }),
    });
    stand(pennant, side, along);
    return pennant;
  }
}

/** Put a pennant at a place along its edge, per cent. */
function stand(pennant: HTMLElement, side: Side, along: number): void {
  pennant.style.setProperty(side === "left" || side === "right" ? "top" : "left", `${along}%`);
}

function sides(boxes: Box[], shown: Box): Map<Side, Box[]> {
  const found = new Map<Side, Box[]>();
  for (const box of boxes) {
    const side = sideOf(box, shown);
    if (side) found.set(side, [...(found.get(side) ?? []), box]);
  }
  return found;
}

/** Beyond which edge a place lies; `beyond` is how far past it its middle may be, as a part of its size. */
function sideOf(box: Box, shown: Box, beyond = 0): Side | undefined {
  const { x, y } = middle(box);
  const [across, down] = [beyond * box.width, beyond * box.height];
  if (x + across < shown.x) return "left";
  if (x - across > shown.x + shown.width) return "right";
  if (y + down < shown.y) return "up";
  return y - down > shown.y + shown.height ? "down" : undefined;
}

/** How far along its edge a place lies, per cent. */
function alongOf(box: Box, side: Side, shown: Box): number {
  const { x, y } = middle(box);
  const share = side === "left" || side === "right" ? (y - shown.y) / shown.height : (x - shown.x) / shown.width;
  const [least, most] = ROOM[side];
  return Math.min(most, Math.max(least, share * 100));
}

/** The place nearest to the wanted one, all in per cent, that lies so far apart from all others; undefined if there is none. */
export function nearestFree(
  wanted: number,
  [least, most]: [number, number],
  taken: number[],
  apart: number,
): number | undefined {
  const isFree = (place: number): boolean => taken.every((other) => Math.abs(other - place) >= apart);
  const places = [wanted, ...taken.flatMap((other) => [other - apart, other + apart])];
  return places
    .filter((place) => place >= least && place <= most && isFree(place))
    .sort((one, other) => Math.abs(one - wanted) - Math.abs(other - wanted))[0];
}
