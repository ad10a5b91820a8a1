// The card with the sentence: it stands beside the light and points to it.
import { type Box, covers } from "../stage/boxes.ts";
import { shake } from "../stage/effects.ts";
import { button, find, make, setText } from "../ui/dom.ts";
import { type Place, placeCard } from "./placing.ts";

const EDGE = 10; // px to the edge of what the card stands in

/** A button, or with an address a link. The first is the one that goes on. */
export interface Press {
  label: string;
  act: (() => void) | string;
}

export class Card {
  private readonly card = find("#lesson-card");
  private readonly dots = find("#lesson-dots");

  /** What is said, and how one goes on from here; the focus goes to the first press. */
  show(heading: string, text: string, presses: Press[]): void {
    setText(find("#lesson-heading"), heading);
    setText(find("#lesson-text"), text);
    this.say("");
    const buttons = presses.map(({ label, act }, index) => pressButton(label, act, index === 0));
    find("#lesson-buttons").replaceChildren(...buttons.toReversed());
    this.card.hidden = false;
    buttons[0]?.focus({ preventScroll: true });
  }

  /** How far one is. */
  count(done: number, steps: number): void {
    const dots = Array.from({ length: steps }, (_, step) => make("li", step < done ? { class: "done" } : {}));
    this.dots.replaceChildren(...dots);
  }

  hide(): void {
    this.card.hidden = true;
  }

  get isOpen(): boolean {
    return !this.card.hidden;
  }

  refuse(): void {
    shake(this.card);
  }

  say(problem: string): void {
    setText(find("#lesson-problem"), problem);
  }

  /** Beside the lights, or in the middle of the frame where there are none. */
  place(targets: Box[], frame: DOMRect): void {
    if (this.card.hidden) return;
    const { style } = this.card;
    const inner = new DOMRect(frame.x + EDGE, frame.y + EDGE, frame.width - 2 * EDGE, frame.height - 2 * EDGE);
    style.maxWidth = `${inner.width}px`;
    const position = this.bestPosition(targets, inner);
    style.left = `${position.x}px`;
    style.top = `${position.y}px`;
    style.setProperty("--pointer", `${position.pointer}px`);
    this.card.dataset.side = position.side;
  }

  /** Where it would cover what it speaks of, it becomes narrow, if that helps and its buttons stay in sight. */
  private bestPosition(targets: Box[], frame: Box): Place | Middle {
    const wide = this.measure(targets, frame, false);
    if (!covers(wide.box, targets)) return wide.place;
    const narrow = this.measure(targets, frame, true);
    const fits = narrow.box.height <= frame.height;
    if (fits && covers(narrow.box, targets) < covers(wide.box, targets)) return narrow.place;
    return this.measure(targets, frame, false).place;
  }

  private measure(targets: Box[], frame: Box, narrow: boolean): { place: Place | Middle; box: Box } {
    this.card.classList.toggle("narrow", narrow);
    const { offsetWidth: width, offsetHeight: height } = this.card;
    const middle = { x: frame.x + (frame.width - width) / 2, y: frame.y + (frame.height - height) / 2 };
    const position = targets.length
      ? placeCard(targets, { width, height }, frame)
      : { ...middle, side: "none" as const, pointer: 0 };
    return { place: position, box: { x: position.x, y: position.y, width, height } };
  }
}

/** In the middle of all, pointing to nothing. */
type Middle = Omit<Place, "side"> & { side: "none" };

function pressButton(label: string, act: Press["act"], first: boolean): HTMLElement {
  const look = first ? { class: "button primary" } : { class: "button plain" };
  return typeof act === "string" ? make("a", { href: act, ...look }, label) : button(label, act, look);
}
