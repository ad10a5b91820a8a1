// At the edges of a board that is shown in part: pennants that lead to what can be touched outside, one for each side, and
// to the viewer's goals outside, each at its own place.
import { button, findAll } from "../ui/dom.ts";
import { t } from "../ui/words.ts";
import { type Box, middle } from "./boxes.ts";

/** A goal of the viewer: its name, where it is, and the class of the seat's colour. */
export interface Goal {
  name: string;
  look: string;
  box: Box;
}

type Side = "left" | "right" | "up" | "down";

/** From where to where goals may stand at an edge, per cent: buttons and the small map have the lower corners. */
const ROOM: Record<Side, [number, number]> = { left: [12, 66], right: [12, 60], up: [20, 80], down: [30, 55] };
/** How far from its middle a goal may lie outside and still be seen well enough, as a part of its size. */
const PEEKING = 0.25;
const APART = 14; // per cent between two goals at the same edge

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
    for (const [side, there] of sides(open, shown)) this.place.append(this.toTouch(side, there));
    const used = new Map([...sides(open, shown).keys()].map((side) => [side, [50]]));
    for (const goal of goals) {
      const side = sideOf(goal.box, shown, PEEKING);
      if (side) this.place.append(this.toGoal(goal, side, free(alongOf(goal.box, side, shown), side, used)));
    }
  }

  private toTouch(side: Side, there: Box[]): HTMLElement {
    return button(String(there.length), () => this.go(there[0] as Box), {
      class: `pennant ${side}`,
      "aria-label": t("{count} more places to touch", { count: there.length }),
    });
  }

  private toGoal({ name, look, box }: Goal, side: Side, along: number): HTMLElement {
    const pennant = button(name, () => this.go(box), {
      class: `pennant goal ${side} ${look}`,
      "aria-label": t("Your goal {name}", { name }),
    });
    pennant.style.setProperty(side === "left" || side === "right" ? "top" : "left", `${along}%`);
    return pennant;
  }
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

/** The nearest place at an edge that no other goal has. */
function free(wanted: number, side: Side, used: Map<Side, number[]>): number {
  const taken = used.get(side) ?? [];
  const [least, most] = ROOM[side];
  const [step, end] = wanted < 50 ? [1, most] : [-1, least];
  let along = wanted;
  while (along !== end && taken.some((other) => Math.abs(other - along) < APART)) along = toward(along, step, end);
  used.set(side, [...taken, along]);
  return along;
}

function toward(along: number, step: number, end: number): number {
  return step > 0 ? Math.min(end, along + step) : Math.max(end, along + step);
}
