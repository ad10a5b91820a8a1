// Rings beside the board around what the story's steps changed in the cities of the others: a number would hide what is written.
import type { LogLine, View } from "../net/types.ts";
import { make } from "../ui/dom.ts";
import { colourOf } from "./highlights.ts";
import { storySteps } from "./story.ts";

export class Elsewhere {
  private readonly layer = make("div", { class: "elsewhere", "aria-hidden": "true" });
  private lines: LogLine[] = [];

  private readonly observer = new ResizeObserver(() => this.place());

  constructor(private readonly host: HTMLElement) {
    this.observer.observe(host);
  }

  /** The table has been drawn anew; `view` is missing while a moment of the past is shown. */
  draw(view: View | undefined): void {
    this.lines = view && !view.over ? storySteps(view) : [];
    this.place();
    for (const part of this.host.querySelectorAll("svg")) this.observer.observe(part);
  }

  /** The layer is in the drawing's own box: it moves, scrolls and is cut off with it. */
  private place(): void {
    if (this.layer.parentElement !== this.host) this.host.append(this.layer); // a new drawing has replaced all
    const { x, y } = this.layer.getBoundingClientRect();
    this.layer.replaceChildren(
      ...this.lines.flatMap((line, index) =>
        line.places.flatMap((id) => {
          const box = this.host.querySelector(`[data-place="${CSS.escape(id)}"]`)?.getBoundingClientRect();
          if (!box?.width) return [];
          const ring = make("span", { class: colourOf(line), "data-number": String(index + 1) });
          const [left, top, width, height] = [box.x - x, box.y - y, box.width, box.height].map((size) => `${size}px`);
          Object.assign(ring.style, { left, top, width, height });
          return [ring];
        }),
      ),
    );
  }
}
