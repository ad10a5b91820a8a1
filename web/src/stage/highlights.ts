// Places of the board that a line of the log or of the story speaks of: a ring lies around them while the line is touched.
import type { LogLine } from "../net/types.ts";
import { find, make } from "../ui/dom.ts";

/** How a line is marked: in the colour of whoever acted. */
export function colourOf({ look }: LogLine): string {
  return look === null ? "chance" : `seat-${look}`;
}

/** The piece of the board that lies at a place, if there is one now. */
export function pieceAt(host: Element, place: string): SVGGraphicsElement | null {
  return host.querySelector<SVGGraphicsElement>(`[data-touch="${CSS.escape(place)}"]`);
}

/** What of a piece is seen: its ring's area. */
export function boxOf(piece: Element | null): DOMRect | undefined {
  return (piece?.querySelector(".ring") ?? piece)?.getBoundingClientRect();
}

/** What lies in its corners is seen to be of this piece: a shape without corners says by its spot where that is. */
export function spotOf(piece: Element | null): DOMRect | undefined {
  return boxOf(piece?.querySelector(".spot") ?? piece);
}

export class Highlights {
  private readonly layer = make("div", { class: "place-lights", "aria-hidden": "true" });
  private line: LogLine | undefined;

  /** `reveal` brings a piece into sight where only a part of the board is shown. */
  constructor(
    private readonly host: HTMLElement,
    private readonly reveal: (piece: SVGGraphicsElement) => void,
  ) {
    find(".map").append(this.layer);
  }

  /** Light the places of a line; of none: put the lights out. */
  show(line: LogLine | undefined): void {
    this.line = line;
    const first = line?.places.map((id) => pieceAt(this.host, id)).find((piece) => piece !== null);
    if (first) this.reveal(first);
    this.place();
  }

  /** Again where the board is shown otherwise. */
  place(): void {
    const { line } = this;
    const frame = this.host.getBoundingClientRect();
    const boxes = (line?.places ?? []).map((id) => boxOf(pieceAt(this.host, id)));
    this.layer.replaceChildren(
      ...boxes.flatMap((box) => (box && line && box.width > 0 ? [ring(box, frame, colourOf(line))] : [])),
    );
  }
}

const WIDER = 5; // px around a place

function ring(box: DOMRect, frame: DOMRect, colour: string): HTMLElement {
  const light = make("span", { class: `place-light ${colour}` });
  light.style.left = `${box.x - frame.x - WIDER}px`;
  light.style.top = `${box.y - frame.y - WIDER}px`;
  light.style.width = `${box.width + 2 * WIDER}px`;
  light.style.height = `${box.height + 2 * WIDER}px`;
  return light;
}
