// Value labels at the places that can be touched: what a touch there would bring.
import { find, make } from "../ui/dom.ts";
import { type Box, covers } from "./boxes.ts";
import { pieceAt, spotOf } from "./highlights.ts";

const SMALL_PLACE = 44; // px: there a label is tiny
const TIGHT_PLACE = 52;
const AT_THE_EDGE = 2; // px that a label may reach into the next place

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

  /** Put them into the lower right corners of their places; again whenever the board is shown otherwise. */
  place(): void {
    const frame = this.host.getBoundingClientRect();
    const spots = [...this.gains].flatMap(([id, label]) => {
      const box = spotOf(pieceAt(this.host, id));
      return box?.width ? [{ box, label: labelElement(label, box, frame) }] : [];
    });
    this.layer.replaceChildren(...spots.map(({ label }) => label));
    // What would lie on other places is left out: the prompt and the staged move say the same.
    const lying = spots.map(({ box, label }) => ({ box, label, own: label.getBoundingClientRect() }));
    for (const { box, label, own } of lying)
      if (lying.some((other) => other.box !== box && covers(inner(own), [other.box]) > 0)) label.remove();
  }
}

function inner({ x, y, width, height }: DOMRect): Box {
  return {
    x: x + AT_THE_EDGE,
    y: y + AT_THE_EDGE,
    width: width - 2 * AT_THE_EDGE,
    height: height - 2 * AT_THE_EDGE,
  };
}

function labelElement({ text, gold }: ValueLabel, box: DOMRect, frame: DOMRect): HTMLElement {
  const size = Math.min(box.width, box.height);
  const look = size < SMALL_PLACE ? "tiny" : size < TIGHT_PLACE ? "tight" : "";
  const label = make("span", { class: `touch-gain ${gold ? "gold" : ""} ${look}` }, text);
  label.style.left = `${box.right - frame.x}px`;
  label.style.top = `${(look === "tiny" ? box.top : box.bottom) - frame.y}px`;
  return label;
}
