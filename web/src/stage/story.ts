// The story since the viewer's last turn: every step of the others has a number in that seat's colour, in the column and at the
// place on the board. Touching one lights the other.
import type { LogLine, View } from "../net/types.ts";
import { find, findAll, make, setText } from "../ui/dom.ts";
import { t } from "../ui/translations.ts";
import { type Box, freest, middle, type Point } from "./boxes.ts";
import { animate } from "./flight.ts";
import { boxOf, colourOf, type Highlights, pieceAt, spotOf } from "./highlights.ts";
import { sign } from "./seats.ts";
import { lastOwn, movesOf, tellable, turnBegins } from "./turns.ts";

const MAX_STEPS = 6;
const POP = 160; // ms
const MOST_MARKS = 3; // places of one step that get its number
const SIZE = 36; // px of a mark, with its rim
const HEAD = 48; // px of the story's heading, with "Watch"
const FOOT = 7; // px around the steps
const OUTSIDE = 12; // px from the corner of a place that is smaller than a mark
const GAIN = 16; // px that a value label reaches down from there
const REACH = 0.4; // how far from its middle, by its height, a tail ends in its place
const SMALL_PLACE = 60; // px: what can be touched and is not larger must not lie under a mark

export interface Step {
  number: number;
  line: LogLine;
}

/** The steps that are told until the viewer's turn is over: those of others since the last one; for whoever watches, the last. */
export function storySteps(view: View): LogLine[] {
  const moves = movesOf(view.log);
  const [own, end] = [lastOwn(moves, view), turnBegins(moves, view)];
  return own < 0 ? tellable(moves.slice(0, end)).slice(-MAX_STEPS) : tellable(moves.slice(own + 1, end));
}

export class Story {
  private readonly list = find<HTMLOListElement>("#latest");
  private readonly layer = make("div", { class: "story-marks", "aria-hidden": "true" });
  private readonly before = find("#told-before");
  /** All steps, where the strip shows them one by one, and of a long one no more than it has room for. */
  private readonly all = find<HTMLOListElement>("#steps");
  private steps: Step[] = [];
  private rows: HTMLElement[] = [];

  constructor(
    private readonly host: HTMLElement,
    private readonly marks: Highlights,
  ) {
    find(".map").append(this.layer);
    new ResizeObserver(() => this.place()).observe(host);
    const observer = new ResizeObserver(() => this.fit());
    for (const element of [find(".between"), ...findAll(".between > :not(.story)")]) observer.observe(element);
    for (const list of [this.list, this.all]) {
      // Where nothing hovers, what comes to lie under the last touch was not meant.
      for (const come of matchMedia("(hover: none)").matches ? ["focusin"] : ["pointerover", "focusin"])
        list.addEventListener(come, (event) => this.light(numberAt(event.target)));
      for (const eventType of ["pointerleave", "focusout"]) list.addEventListener(eventType, () => this.light(0));
    }
  }

  draw(view: View): void {
    const steps = storySteps(view);
    const first = Math.max(0, steps.length - MAX_STEPS);
    this.steps = steps.slice(first).map((line, index) => ({ number: first + index + 1, line }));
    this.rows = this.steps.map((step) => make("li", {}, row(step)));
    this.all.replaceChildren(...this.steps.map((step) => make("li", {}, sentence(step))));
    this.fit();
    this.list.scrollTo(this.list.scrollWidth, 0);
    this.place();
  }

  /** In the column the newest steps that it has room for, whole, and how many come before them; a strip shows one by one. */
  private fit(): void {
    const { list, rows } = this;
    list.replaceChildren(...rows);
    const style = list.parentElement?.style;
    style?.setProperty("--story", `${list.scrollHeight + HEAD}px`);
    style?.setProperty("--last", `${(rows.at(-1)?.offsetHeight ?? 0) + FOOT}px`);
    for (let from = 0; from <= this.rows.length; from++) {
      this.list.replaceChildren(...this.rows.slice(from));
      const count = (this.steps[from]?.number ?? 1) - 1;
      setText(this.before, count ? t("{count} earlier", { count }) : "");
      if (from >= this.rows.length - 1 || this.hasRoom()) return;
    }
  }

  private hasRoom(): boolean {
    const { scrollHeight, clientHeight } = this.list;
    return scrollHeight <= clientHeight + 1 || getComputedStyle(this.list).display !== "grid";
  }

  /** Put the numbers to the corners of what changed; again whenever the board is shown otherwise. */
  place(): void {
    const frame = this.host.getBoundingClientRect();
    this.host.style.setProperty("--frame", `${frame.width / frame.height}`); // of the paper, too: marks lie there as here
    const obstacles = this.steps.length ? this.legible() : [];
    this.layer.replaceChildren(
      ...this.steps.flatMap(({ number, line }) =>
        line.places.slice(0, MOST_MARKS).flatMap((id) => {
          const box = spotOf(pieceAt(this.host, id));
          if (!box || !within(box, frame)) return [];
          const at = freest(corners(box), SIZE, obstacles);
          obstacles.push({ x: at.x - SIZE / 2, y: at.y - SIZE / 2, width: SIZE, height: SIZE });
          return [mark(number, line, at, box, frame)];
        }),
      ),
    );
  }

  /** What marks should leave free: lettering, landmarks, and the middle of small places that can be touched. */
  private legible(): Box[] {
    const texts = findAll("text, .landmark", this.host).map((each) => each.getBoundingClientRect());
    const touchable = findAll(".can-touch", this.host).map((each) => boxOf(each) as DOMRect);
    return [...texts, ...touchable.filter(({ width }) => width < SMALL_PLACE).map(core)].filter(
      ({ width }) => width > 0,
    );
  }

  /** The numbers of what others have done since then pop up; how long that takes, in ms. */
  pop(since: number): number {
    const fresh = this.steps.filter(({ line }) => line.seq > since).map(({ number }) => String(number));
    const marks = findAll<HTMLElement>(".story-mark", this.layer).filter((each) =>
      fresh.includes(each.dataset.number ?? ""),
    );
    for (const mark of marks) animate(mark, [{ scale: "0" }, { scale: "1.25", offset: 0.7 }, { scale: "1" }], POP);
    return marks.length ? POP : 0;
  }

  private light(number: number): void {
    for (const item of [...findAll(".told"), ...findAll(".story-mark", this.layer)])
      item.classList.toggle("lit", number > 0 && (item as HTMLElement).dataset.number === String(number));
    this.marks.show(this.steps.find((step) => step.number === number)?.line);
  }
}

/** Where a mark may lie at a place: its corners, the upper right one first, then just outside and just inside of them; a place
    that it would hide has it outside. */
export function corners({ x, y, right, bottom }: DOMRect): Point[] {
  const at = (inset: number): Point[] => [
    { x: right - inset, y: y + inset },
    { x: right - inset, y: bottom - inset },
    { x: x + inset, y: y + inset },
    { x: x + inset, y: bottom - inset },
  ];
  return [...at(right - x < SIZE ? -OUTSIDE : 4), ...at(-SIZE / 2), ...at(SIZE / 2)];
}

/** The middle of a place; where that is very small, down to the label below it that says what it brings. */
function core({ x, y, width, height }: Box): Box {
  return { x: x + width / 4, y: y + height / 4, width: width / 2, height: width < SIZE ? height + GAIN : height / 2 };
}

/** A step that can be chosen, so that keys light its places too. */
function row(step: Step): HTMLElement {
  return sentence(step, "button", { type: "button" });
}

function sentence({ number, line }: Step, tag = "p", attributes: Record<string, string> = {}): HTMLElement {
  const look = { class: `told ${colourOf(line)}`, "data-number": String(number) };
  return make(tag, { ...attributes, ...look }, balloon(number, line, "step-mark"), make("span", {}, line.line));
}

/** A mark whose middle is at a point of the window, whole within the board's frame; like a bubble's, its tail leads to the place. */
function mark(number: number, line: LogLine, at: Point, place: Box, frame: DOMRect): HTMLElement {
  const placed = balloon(number, line, `step-mark story-mark ${colourOf(line)}`);
  placed.dataset.number = String(number);
  const { x, y } = middle(place);
  const [right, down] = [x - at.x, y - at.y];
  const tail = Math.hypot(right, down) - place.height * REACH;
  placed.style.setProperty("--turn", `${Math.atan2(down, right)}rad`);
  placed.style.setProperty("--tail", `${tail}px`);
  placed.style.left = `clamp(24px,${((at.x - frame.x) / frame.width) * 100}%,100% - 24px)`;
  placed.style.top = `max(14px,${((at.y - frame.y) / frame.height) * 100}%)`;
  return placed;
}

/** The number of a step behind the sign of whoever acted: colour alone does not tell them apart. */
function balloon(number: number, { look }: LogLine, kind: string): HTMLElement {
  return make("span", { class: kind }, ...(look === null ? [] : [sign(look)]), `${number}.`);
}

function numberAt(target: EventTarget | null): number {
  const item = target instanceof Element ? target.closest<HTMLElement>(".told") : null;
  return Number(item?.dataset.number ?? 0);
}

function within(box: DOMRect, frame: DOMRect): boolean {
  return box.width > 0 && box.right > frame.x && box.x < frame.right && box.bottom > frame.y && box.y < frame.bottom;
}
