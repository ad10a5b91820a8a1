// The final count: evening falls, and step by step the places that brought points light up on the darkened board, their
// points stand there and fly to the cards. Somebody who touches the page has the end at once.
import type { CountedStep } from "../net/types.ts";
import { button, find, findAll, make } from "../ui/dom.ts";
import { allowsMotion, pace } from "../ui/settings.ts";
import { t } from "../ui/translations.ts";
import { around, type Box, middle, type Point } from "./boxes.ts";
import { animate, centre } from "./flight.ts";
import { growthOf } from "./growth.ts";
import { flyScoreChip } from "./score-chips.ts";
import { sign } from "./seats.ts";
import type { Sky } from "./sky.ts";
import { Spotlight } from "./spotlight.ts";

const DUSK = 900; // ms in which evening falls
const ALL = 4400; // ms that the steps take together
const MAX_STEP_TIME = 900; // ms for one step
const STILL = 1300; // ms for one step where nothing moves, and somebody has asked to see it
const REST = 0.45; // of a step: the points stand at their place
const RUN = 0.7; // of a step: a way runs
const FLIGHT = 420; // ms until they have arrived
const ABREAST = 3; // points beside each other
const BELOW = 44; // px between two rows of them
const EDGE = 30; // px that they keep from the edge of the board

/** Where the points go, and who is told how far the count is. */
export interface Hall {
  looks: number[];
  card(seat: number): DOMRect | undefined;
  /** So many steps are counted. */
  counted(steps: number): void;
  /** Points are heard. */
  sound(points: number): void;
  /** Somebody wants the end at once. */
  skip(): void;
}

export class Counting {
  private readonly place = find("#scenes");
  private readonly board = find("#board-part");
  private readonly light = new Spotlight(this.board, { look: "night", wider: 15 });
  private readonly press = button("", () => (this.hall ? this.hall.skip() : this.again()));
  private again: () => void = () => undefined;
  private timers: number[] = [];
  private hall: Hall | undefined;
  private ended: () => void = () => undefined;

  constructor(private readonly sky: Sky) {
    this.place.append(this.press);
    // Its touch is the click that follows, not one that skips and then shows everything again.
    this.press.addEventListener("pointerdown", (event) => event.stopPropagation());
    addEventListener("resize", () => this.light.draw());
  }

  get playing(): boolean {
    return this.hall !== undefined;
  }

  /** The button that shows the count again is there; `again` undefined: there is nothing to show. */
  offer(again: (() => void) | undefined): void {
    this.again = again ?? (() => undefined);
    this.place.hidden = !again;
    this.label();
  }

  /** Resolves when all is counted, or somebody has stopped it. */
  play(steps: CountedStep[], hall: Hall): Promise<void> {
    this.stop();
    this.hall = hall;
    this.place.hidden = false;
    this.label();
    const long = allowsMotion() ? Math.min(MAX_STEP_TIME, ALL / steps.length) : STILL;
    hall.counted(0);
    document.body.classList.add("counting");
    this.sky.announce({ headline: t("Final scoring"), reason: "\u00a0" }, true);
    this.sky.fall(true, true);
    for (const [index, step] of steps.entries()) {
      const at = DUSK + index * long;
      this.at(at, () => this.show(steps, index, long));
      this.at(at + 1, () => this.send(step, hall, REST * long));
      this.at(at + REST * long + FLIGHT, () => hall.counted(index + 1));
    }
    this.at(DUSK + steps.length * long + FLIGHT, () => this.stop());
    return new Promise<void>((resolve) => (this.ended = resolve));
  }

  /** The end, at once. */
  stop(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers = [];
    this.light.show([]);
    this.reveal([]);
    document.body.classList.remove("counting");
    this.hall = undefined;
    this.label();
    this.ended();
  }

  private at(time: number, act: () => void): void {
    this.timers.push(window.setTimeout(act, time * (pace() || 1)));
  }

  private label(): void {
    this.press.classList.toggle("tool", !this.playing);
    if (this.playing) return this.press.replaceChildren(t("Skip"));
    const hiddenText = make("span", { class: "unseen" }, t("Show again"));
    this.press.replaceChildren(find<HTMLTemplateElement>("#glyph-again").content.cloneNode(true), hiddenText);
    this.press.title = t("Show again");
  }

  /** What is counted now is lit, what was counted before stays lit. */
  private show(steps: CountedStep[], index: number, long: number): void {
    const { name, text, places, points } = steps[index] as CountedStep;
    this.sky.announce({ headline: name, reason: text }, true);
    this.reveal(places.flat(), long);
    this.light.show(
      places,
      steps.slice(0, index).flatMap((each) => each.places),
    );
    this.light.tone(points.some((value) => value > 0) ? "" : "loss");
    this.hall?.sound(Math.max(1, ...points));
  }

  /** What a drawing holds ready for a step, such as a route, is seen as long as it is counted, and runs. */
  private reveal(places: string[], long = 0): void {
    for (const scene of findAll<SVGElement>("[data-scene]", this.board)) {
      const isCurrent = scene.classList.toggle("shown", places.includes(scene.id));
      if (isCurrent && allowsMotion()) run(scene, RUN * long);
    }
  }

  /** The points of all seats stand beside each other where they were made, then fly. */
  private send({ points }: CountedStep, { looks, card }: Hall, rest: number): void {
    if (!allowsMotion()) return;
    const gained = points.flatMap((value, seat) => (value ? [{ value, seat }] : []));
    const { targets: lights } = this.light;
    const spacing = Math.min(112, this.frame.width / (ABREAST + 1));
    const abreast = Math.min(gained.length, ABREAST);
    const from = within(
      lights.length ? middle(around(lights)) : centre(this.frame),
      this.frame,
      (spacing * abreast) / 2,
    );
    for (const [index, { value, seat }] of gained.entries()) {
      const to = card(seat);
      if (!to) continue;
      const x = from.x + ((index % ABREAST) - (abreast - 1) / 2) * spacing;
      const y = from.y + Math.floor(index / ABREAST) * BELOW;
      const chip = { text: formatGain(value), from: { x, y }, to: centre(to), picture: sign(looks[seat] ?? 0) };
      flyScoreChip({ ...chip, look: value < 0 ? "loss" : "" }, 0, rest);
    }
  }

  private get frame(): DOMRect {
    return this.board.getBoundingClientRect();
  }
}

/** The parts of a way are drawn on, one after the other. */
function run(scene: SVGElement, long: number): void {
  const parts = findAll<SVGGraphicsElement>("[data-run]", scene);
  for (const [index, part] of parts.entries())
    for (const { path, steps } of growthOf(part, []))
      animate(path, steps, long / parts.length, (long * index) / parts.length);
}

/** The nearest place at which something `half` px to each side is inside the frame. */
function within({ x, y }: Point, frame: Box, half: number): Point {
  const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);
  return {
    x: clamp(x, frame.x + half, frame.x + frame.width - half),
    y: clamp(y, frame.y + EDGE, frame.y + frame.height - EDGE),
  };
}

function formatGain(value: number): string {
  return value > 0 ? `+${value}` : String(value).replace("-", "−");
}
