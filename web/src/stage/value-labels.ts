// Value labels at the places that can be touched: what a touch there would bring.
import { find, make } from "../ui/dom.ts";
import type { Point } from "./boxes.ts";
import { pieceAt, spotOf } from "./highlights.ts";

const SMALL_PLACE = 36; // px
const TIGHT_PLACE = 52;
const BELOW = 14;

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
    this.layer.replaceChildren(
      ...[...this.gains].flatMap(([id, label]) => {
        const box = spotOf(pieceAt(this.host, id));
        if (!box || box.width === 0) return [];
        const size = Math.min(box.width, box.height);
        const small = size < SMALL_PLACE; // it would be hidden
        const at = small ? { x: (box.left + box.right) / 2, y: box.bottom + BELOW } : { x: box.right, y: box.bottom };
        return [
          labelElement(
            label,
            { x: at.x - frame.x, y: at.y - frame.y },
            small ? "below" : size < TIGHT_PLACE ? "tight" : "",
          ),
        ];
      }),
    );
  }
}

function labelElement({ text, gold }: ValueLabel, { x, y }: Point, look: string): HTMLElement {
  const label = make("span", { class: `touch-gain ${gold ? "gold" : ""} ${look}` }, text);
  label.style.left = `${x}px`;
  label.style.top = `${y}px`;
  return label;
}
