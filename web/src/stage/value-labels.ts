// Value labels at the places that can be touched: what a touch there would bring.
import { find, findAll, make } from "../ui/dom.ts";
import { type Box, covers, freest, type Point } from "./boxes.ts";
import { pieceAt, spotOf } from "./highlights.ts";

const TIGHT_PLACE = 52;
const INSET = 2; // px from the edge of a place
const MOST_COVERED = 0.2; // of a label may lie on what has to be seen: boxes are wider than letters

export interface ValueLabel {
  text: string;
  /** Whether it is something good: gold is for that only. */
  gold: boolean;
}

export class ValueLabels {
  private readonly layer = make("div", { class: "touch-gains", "aria-hidden": "true" });
  private gains = new Map<string, ValueLabel>();

  constructor(private readonly host: HTMLElement) {
    find(".map").append(this.layer);
    new ResizeObserver(() => this.place()).observe(host);
  }

  draw(gains: Map<string, ValueLabel>): void {
    this.gains = gains;
    this.place();
  }

  /** Put them into corners of their places, the lower right one first; again whenever the board is shown otherwise. What would
      hide other places or lettering everywhere is left out: the prompt and the staged move say the same. */
  place(): void {
    this.layer.replaceChildren();
    if (!this.gains.size) return;
    const frame = this.host.getBoundingClientRect();
    const labelled: Box[] = findAll("text, .lettered", this.host).map((each) => each.getBoundingClientRect());
    const spots = [...this.gains].flatMap(([id, label]) => {
      const box = spotOf(pieceAt(this.host, id));
      return box?.width ? [{ box, label: labelElement(label, box) }] : [];
    });
    this.layer.append(...spots.map(({ label }) => label));
    for (const { box, label } of spots) {
      const size = { width: label.offsetWidth, height: label.offsetHeight };
      const obstacles = [...labelled, ...spots.filter((other) => other.box !== box).map((other) => other.box)];
      const at = freest(corners(box, size), size, obstacles);
      const own = { x: at.x - size.width / 2, y: at.y - size.height / 2, ...size };
      if (covers(own, obstacles) > MOST_COVERED * size.width * size.height) label.remove();
      else labelled.push(own);
      label.style.left = `${at.x - frame.x}px`;
      label.style.top = `${at.y - frame.y}px`;
    }
  }
}

/** The middles of a label in the corners of a place. */
function corners({ x, y, right, bottom }: DOMRect, { width, height }: Pick<Box, "width" | "height">): Point[] {
  const [across, down] = [width / 2 + INSET, height / 2 + INSET];
  return [bottom - down, y + down].flatMap((middle) => [
    { x: right - across, y: middle },
    { x: x + across, y: middle },
  ]);
}

function labelElement({ text, gold }: ValueLabel, box: DOMRect): HTMLElement {
  const size = Math.min(box.width, box.height);
  const look = size < TIGHT_PLACE ? "tight" : "";
  return make("span", { class: `touch-gain ${gold ? "gold" : ""} ${look}` }, text);
}
