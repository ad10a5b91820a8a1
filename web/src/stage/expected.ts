// What a hint expects, drawn on the board: its own move and those that may follow, as numbers in the colours of the seats.
import type { HintStep } from "../net/types.ts";
import { find, make } from "../ui/dom.ts";
import { type Box, freest } from "./boxes.ts";
import { boxOf, pieceAt } from "./highlights.ts";
import { sign } from "./seats.ts";
import { corners } from "./story.ts";

const WIDTH = 44; // px of a mark
const HEIGHT = 26;
const MAX_MARKED_PLACES = 2; // places of one step that get its number

export class Expected {
  private readonly layer = make("div", { class: "story-marks future", "aria-hidden": "true" });
  private line: HintStep[] = [];

  constructor(private readonly host: HTMLElement) {
    find(".map").append(this.layer);
    new ResizeObserver(() => this.place()).observe(host);
  }

  show(line: HintStep[]): void {
    this.line = line;
    document.body.classList.toggle("expecting", line.length > 0);
    this.place();
  }

  /** Again where the board is shown otherwise. */
  place(): void {
    const frame = this.host.getBoundingClientRect();
    const labelBoxes: Box[] = [];
    const marks = this.line.flatMap((step, index) =>
      step.places.slice(-MAX_MARKED_PLACES).flatMap((id) => {
        const box = boxOf(pieceAt(this.host, id));
        if (!box?.width) return [];
        const at = freest(corners(box), { width: WIDTH, height: HEIGHT }, labelBoxes);
        labelBoxes.push({ x: at.x - WIDTH / 2, y: at.y - HEIGHT / 2, width: WIDTH, height: HEIGHT });
        return [placeMark(stepMark(step, index + 1), at.x - frame.x, at.y - frame.y, frame)];
      }),
    );
    this.layer.replaceChildren(...marks);
  }
}

/** The number of a step behind the sign of whoever would do it. */
export function stepMark({ look }: HintStep, number: number): HTMLElement {
  return make("span", { class: `step-mark future seat-${look}` }, sign(look), String(number));
}

/** A mark whose middle is at a place of the board, whole within its frame. */
function placeMark(mark: HTMLElement, x: number, y: number, frame: DOMRect): HTMLElement {
  mark.classList.add("story-mark");
  mark.style.left = `${Math.min(Math.max(WIDTH / 2, x), frame.width - WIDTH / 2)}px`;
  mark.style.top = `${Math.min(Math.max(HEIGHT / 2, y), frame.height - HEIGHT / 2)}px`;
  return mark;
}
