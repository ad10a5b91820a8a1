// What a title shows small beside the board, the cities of the others, opens large over the board: groups with data-opens.
import { closeOnBack } from "../ui/back.ts";
import { find, findAll, setText } from "../ui/dom.ts";

const SMALL = "svg [data-opens]";
const MARGIN = 4; // units around the picture
/** What a copy must not have. */
const OWN = ["id", "data-opens", "data-piece", "role", "tabindex", "aria-haspopup", "aria-label"];

export class Large {
  private readonly box = find("#large");
  private readonly picture = find("#large-picture");
  private readonly press = find("#large-close");
  /** What is open; "" while nothing is. */
  private name = "";
  private closed = (): void => undefined;

  constructor(private readonly stage: HTMLElement) {
    stage.addEventListener("click", (event) => void this.touched(event));
    stage.addEventListener("keydown", (event) => this.key(event));
    this.press.addEventListener("click", () => this.close());
  }

  /** The table has been drawn anew. */
  drawn(): void {
    for (const each of findAll<SVGGraphicsElement>(SMALL, this.stage)) {
      each.setAttribute("role", "button");
      each.setAttribute("aria-haspopup", "dialog");
      each.setAttribute("tabindex", "0");
    }
    if (this.name) this.draw();
  }

  private touched({ target }: Event): boolean {
    const small = target instanceof Element ? target.closest<SVGGraphicsElement>(SMALL) : null;
    if (small) this.open(small.dataset.opens ?? "");
    return small !== null;
  }

  private key(event: KeyboardEvent): void {
    // The key must not press what gets the focus now.
    if ((event.key === "Enter" || event.key === " ") && this.touched(event)) event.preventDefault();
    if (event.key === "Escape" && this.name) {
      event.stopPropagation();
      this.close();
    }
  }

  private open(name: string): void {
    if (!this.name) this.closed = closeOnBack(() => this.close());
    this.name = name;
    this.draw();
    this.press.focus({ preventScroll: true });
  }

  private close(): void {
    const small = this.small();
    this.closed();
    this.name = "";
    this.box.hidden = true;
    this.picture.replaceChildren();
    small?.focus({ preventScroll: true });
  }

  private small(): SVGGraphicsElement | undefined {
    return findAll<SVGGraphicsElement>(SMALL, this.stage).find(({ dataset }) => dataset.opens === this.name);
  }

  private draw(): void {
    const small = this.small();
    if (!small) return this.close();
    this.box.hidden = false;
    setText(find("#large-heading"), small.getAttribute("aria-label") ?? "");
    const [svg, copy] = enlarged(small);
    this.picture.replaceChildren(svg);
    const { x, y, width, height } = copy.getBBox();
    svg.setAttribute("viewBox", [x - MARGIN, y - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN].join(" "));
  }
}

/** The same picture alone; what it refers to stays where it is defined. */
function enlarged(small: SVGGraphicsElement): [SVGSVGElement, SVGGraphicsElement] {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "quartier");
  svg.setAttribute("aria-hidden", "true");
  const copy = small.cloneNode(true) as SVGGraphicsElement;
  for (const each of [copy, ...findAll<SVGElement>("*", copy)]) for (const name of OWN) each.removeAttribute(name);
  svg.append(copy);
  return [svg, copy];
}
