// The card with the sentence: it stands beside the light and points to it.
import type { Box } from "../stage/boxes.ts";
import { shake } from "../stage/effects.ts";
import { button, find, make, setText } from "../ui/dom.ts";
import { t } from "../ui/translations.ts";
import { type Place, placeCard } from "./placing.ts";

const EDGE = 6; // px to the edge of what the card stands in
const AFTER_NUMBER = /(\d) (?=\D)/g; // a number and its unit share a line
const NARROW = 6000; // px² that it has to cover less for that

/** A button, or with an address a link. The first is the one that goes on. */
export interface Press {
  label: string;
  act: (() => void) | string;
}

export class Card {
  private readonly card = find("#lesson-card");
  private readonly dots = find("#lesson-dots");
  private text = "";

  /** The text, and how to continue: the focus goes to the first press, unless something on the table `awaits` it. */
  show(heading: string, text: string, presses: Press[], awaits = false): void {
    setText(find("#lesson-heading"), heading);
    this.text = text.replace(AFTER_NUMBER, "$1\u00a0");
    this.ready(new Set());
    this.say("");
    const buttons = presses.map(({ label, act }, index) => pressButton(label, act, index === 0 && !awaits));
    find("#lesson-buttons").replaceChildren(...buttons.toReversed());
    this.card.hidden = false;
    if (!awaits) buttons[0]?.focus({ preventScroll: true });
  }

  /** How far one is. */
  count(done: number, steps: number): void {
    const dots = Array.from({ length: steps }, (_, step) => make("li", step < done ? { class: "done" } : {}));
    this.dots.replaceChildren(...dots);
  }

  /** Once a move is staged, so that Confirm is `due`, the card names the button that plays it. */
  ready(due: Set<string>): void {
    const staged = due.has("confirm");
    const press = t("Now press “{button}”.", { button: find("#confirm .word").textContent ?? "" });
    setText(find("#lesson-text"), staged ? press : this.text);
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

  /** Beside the targets, over as little as can be of them and of what else should be seen. */
  place(targets: Box[], frame: DOMRect, others: Box[]): void {
    if (this.card.hidden) return;
    const { style } = this.card;
    const inner = new DOMRect(frame.x + EDGE, frame.y + EDGE, frame.width - 2 * EDGE, frame.height - 2 * EDGE);
    style.maxWidth = `${inner.width}px`;
    const position = this.bestPlace(targets, inner, others);
    style.left = `${position.x}px`;
    style.top = `${position.y}px`;
    style.setProperty("--pointer", `${position.pointer}px`);
    this.card.dataset.side = position.side;
  }

  /** It becomes narrow where it then covers less, if its buttons stay in sight and its longest word fits. */
  private bestPlace(targets: Box[], frame: Box, others: Box[]): Place {
    const text = find("#lesson-text");
    const measure = (narrow: boolean): Place & { fits: boolean } => {
      this.card.classList.toggle("narrow", narrow);
      const { offsetWidth: width, offsetHeight: height } = this.card;
      const fits = height <= frame.height && text.scrollWidth <= text.clientWidth;
      return { ...placeCard(targets, { width, height }, frame, others), fits };
    };
    if (!targets.length) return measure(false);
    const [narrow, wide] = [measure(true), measure(false)];
    if (!narrow.fits || narrow.cost + NARROW >= wide.cost) return wide;
    return measure(true);
  }
}

function pressButton(label: string, act: Press["act"], first: boolean): HTMLElement {
  const look = first ? { class: "button primary" } : { class: "button plain" };
  return typeof act === "string" ? make("a", { href: act, ...look }, label) : button(label, act, look);
}
