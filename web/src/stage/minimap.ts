// The whole board in a corner, with a frame around what is shown; a touch goes there.
import { make } from "../ui/dom.ts";
import { type Box, middle } from "./boxes.ts";
import type { Goal } from "./offscreen-indicators.ts";

const NAMESPACE = "http://www.w3.org/2000/svg";
const MARK = 0.05; // of the board's width

export class MiniMap {
  readonly place = make("div", { class: "minimap small", "aria-hidden": "true" });
  private readonly picture = shape("svg", {});
  private readonly frame = shape("rect", { class: "frame" });
  private readonly whole = shape("use", { href: "#board" });
  private readonly marks = shape("g", {});
  private width = 1;

  constructor(host: HTMLElement, go: (x: number, y: number) => void) {
    this.picture.append(this.whole, this.marks, this.frame);
    this.place.append(this.picture);
    this.place.hidden = true;
    host.append(this.place);
    this.place.addEventListener("click", (event) => {
      const matrix = (this.picture as SVGSVGElement).getScreenCTM();
      if (!matrix) return;
      const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
      go(x, y);
    });
  }

  /** `shown`: what the board shows; undefined when it shows everything. */
  draw(area: Box | undefined, { x, y, width, height }: Box): void {
    this.place.hidden = !area;
    if (!area) return;
    this.width = width;
    set(this.whole, { x, y, width, height });
    set(this.picture, { viewBox: `${x} ${y} ${width} ${height}` });
    set(this.frame, { x: area.x, y: area.y, width: area.width, height: area.height });
  }

  /** Where something can be touched, the viewer's goals, larger and in their colour, and a ring around where the viewer is. */
  point(boxes: Box[], goals: Goal[], own: Goal[]): void {
    this.marks.replaceChildren(
      ...boxes.map((box) => this.mark(box, "target", 0.5)),
      ...goals.map(({ box, look }) => this.mark(box, `goal ${look}`, 1)),
      ...own.map(({ box, look }) => this.mark(box, `own ${look}`, 1.15)),
    );
  }

  private mark(box: Box, look: string, size: number): SVGElement {
    const { x, y } = middle(box);
    return shape("circle", { class: look, cx: x, cy: y, r: this.width * MARK * size });
  }
}

function shape(tag: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS(NAMESPACE, tag);
  set(element, attributes);
  return element;
}

function set(element: Element, attributes: Record<string, string | number>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
}
