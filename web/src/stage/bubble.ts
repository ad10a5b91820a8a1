// A bubble that says what a piece is: its name after a moment under the mouse, on a long press, on a tap that leads nowhere, or
// by keyboard focus, and what the server explains of it. No one needs it to play.
import type { About } from "../net/types.ts";
import { announce } from "../ui/announce.ts";
import { find, findAll, make } from "../ui/dom.ts";
import { t } from "../ui/translations.ts";
import { freest, middle } from "./boxes.ts";

const LINGER = 600; // ms under the mouse
const HOLD = 500; // ms under a finger
const GRACE = 400; // ms in which the mouse may come from the piece to the links of its bubble
const SLIP = 8; // px that a finger may move
const GAP = 8; // px to the piece and to the edge of the window

export interface Asking {
  /** What a thing is, by its data-about or data-touch; undefined where nobody can say it now. */
  about(name: string): Promise<About> | undefined;
  /** Show a rule at the table; without it its link leads to the rules. */
  openRule?(rule: string): void;
}

export class Bubble {
  /** When the bubble comes, and when it goes. */
  private coming = 0;
  private going = 0;
  private bubble: HTMLElement | undefined;
  /** What the bubble speaks of. */
  private of: Element | undefined;
  /** Where the finger came down that may stay. */
  private start: { x: number; y: number } | undefined;
  /** What was used last: a kind of pointer, or "key". Only a key's focus asks: a page that moves the focus asks nothing. */
  private input?: string;
  /** The mouse has been pressed and not moved since: what comes to lie under it is not asked for. */
  private still = false;
  /** The finger has stayed: letting go touches nothing. */
  private hold = false;

  constructor(
    selector: string,
    private readonly asking?: Asking,
  ) {
    const root = find(selector);
    root.addEventListener("pointerover", (event) => this.over(event));
    root.addEventListener("pointerleave", (event) => this.left(event));
    root.addEventListener("pointerdown", (event) => this.down(event));
    root.addEventListener("pointermove", (event) => this.moved(event));
    for (const end of ["pointerup", "pointercancel"]) root.addEventListener(end, () => this.released());
    root.addEventListener("click", (event) => this.swallow(event), true);
    root.addEventListener("click", ({ target }) => {
      const element = closestLabel(target);
      if (element && isWords(element)) this.describe(element);
    });
    root.addEventListener("focusin", (event) => {
      const element = closestLabel(event.target);
      if (element && element === this.of) return clearTimeout(this.going);
      if (element && this.input === "key") isWords(element) ? this.describe(element) : this.show(element);
    });
    root.addEventListener("focusout", (event) => this.unfocused(event));
    // Some browsers' own long press comes before this one, and would end it.
    root.addEventListener("contextmenu", (event) => {
      if (this.start) event.preventDefault();
    });
    addEventListener("keydown", () => (this.input = "key"), true);
    addEventListener("pointerdown", (event) => {
      this.input = event.pointerType;
      this.still = this.input !== "touch";
      if (!this.bubble?.contains(event.target as Node)) this.leave();
    });
  }

  hide(): void {
    clearTimeout(this.coming);
    this.leave();
  }

  private leave(): void {
    clearTimeout(this.going);
    this.bubble?.remove();
    this.bubble = this.of = undefined;
  }

  /** Say all of a piece, also aloud; false when its bubble is there already, with all of it. */
  explain(element: Element): boolean {
    if (this.of === element && this.bubble?.matches(".explained")) return false;
    this.show(element);
    void this.ask(element, true);
    return true;
  }

  /** A tap has led nowhere: say what is there. A mouse hovers for that, and the keyboard has a key for it. */
  explainTapped(target: Element): void {
    const element = closestLabel(target);
    if (element && this.input === "touch") this.describe(element);
  }

  // --- When ---------------------------------------------------------------------------------------------------------

  private over(event: Event): void {
    if ((event as PointerEvent).pointerType === "touch" || this.still) return;
    const element = closestLabel(event.target);
    if ((element && element === this.of) || this.bubble?.contains(event.target as Node))
      return clearTimeout(this.going);
    this.hideSoon();
    if (element) this.coming = window.setTimeout(() => this.describe(element), LINGER);
  }

  /** A finger that is lifted leaves, too: what it has asked for stays. */
  private left({ pointerType }: PointerEvent): void {
    if (pointerType !== "touch") this.hideSoon();
  }

  /** A new drawing takes the focus away for a moment and gives it back: what was asked stays. */
  private unfocused({ target, relatedTarget: to }: FocusEvent): void {
    if (closestLabel(target) === this.of && !this.bubble?.contains(to as Node | null)) this.hideSoon();
  }

  private down(event: PointerEvent): void {
    this.hold = false;
    if (this.bubble?.contains(event.target as Node)) return;
    const element = closestLabel(event.target);
    if (event.pointerType !== "touch" || !event.isPrimary) return this.hide();
    if (!element) return;
    this.start = { x: event.clientX, y: event.clientY };
    clearTimeout(this.coming);
    this.coming = window.setTimeout(() => {
      this.hold = true;
      this.describe(element);
    }, HOLD);
  }

  private moved(event: PointerEvent): void {
    const { clientX, clientY } = event;
    if (this.still) {
      this.still = false;
      this.over(event);
    }
    if (!this.start || Math.hypot(clientX - this.start.x, clientY - this.start.y) < SLIP) return;
    this.released();
  }

  private released(): void {
    this.start = undefined;
    clearTimeout(this.coming);
  }

  /** Who has asked what a piece is does not touch it by letting go. */
  private swallow(event: Event): void {
    if (!this.hold) return;
    this.hold = false;
    event.stopImmediatePropagation();
    event.preventDefault();
  }

  private hideSoon(): void {
    clearTimeout(this.coming);
    clearTimeout(this.going);
    this.going = window.setTimeout(() => this.leave(), GRACE);
  }

  // --- What ---------------------------------------------------------------------------------------------------------

  private describe(element: Element): void {
    this.show(element);
    void this.ask(element, this.hold);
  }

  /** The name alone, which a screen reader has said already. */
  private show(element: Element): void {
    this.hide();
    const bubble = make("div", { class: "bubble", "aria-hidden": "true" }, element.getAttribute("aria-label") ?? "");
    bubble.addEventListener("pointerenter", () => clearTimeout(this.going));
    bubble.addEventListener("pointerleave", (event) => this.left(event));
    this.bubble = bubble;
    this.of = element;
    find("main").append(bubble);
    place(bubble, element.getBoundingClientRect());
  }

  private async ask(element: Element, aloud: boolean): Promise<void> {
    const about = await this.asking?.about(nameOf(element))?.catch(() => undefined);
    const bubble = this.bubble;
    if (!about || !("text" in about) || !bubble || this.of !== element) return;
    const { name, text, now, rules } = about;
    const links = rules.flatMap(({ rule, link }) => [this.ruleLink(rule, link), " "]);
    const head = make("p", {}, make("b", {}, `${name}: `), text);
    bubble.append(head, make("p", {}, make("b", {}, now)), ...links);
    bubble.classList.add("explained");
    bubble.removeAttribute("aria-hidden");
    bubble.setAttribute("role", "note");
    place(bubble, element.getBoundingClientRect());
    if (aloud) announce(`${name}: ${text} ${now}`.trim());
  }

  private ruleLink(rule: string, address: string): HTMLElement {
    const link = make("a", { href: address, class: "rule-link", "aria-label": t("Rule {rule}", { rule }) }, rule);
    link.addEventListener("click", (event) => {
      if (!this.asking?.openRule) return;
      event.preventDefault();
      this.hide();
      this.asking.openRule(rule);
    });
    return link;
  }
}

/** What can be explained, or at least named, where something points. */
function closestLabel(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest("svg [aria-label], [data-about]") : null;
}

function isWords(element: Element): boolean {
  return element instanceof HTMLElement;
}

function nameOf(element: Element): string {
  const { about, touch } = (element as SVGElement).dataset;
  return about ?? touch ?? "";
}

/** Above the piece, below it or beside it, inside the window: where it hides least of the piece, Confirm and a coach. */
function place(bubble: HTMLElement, box: DOMRect): void {
  const { offsetWidth: width, offsetHeight: height } = bubble;
  const [far, aside] = [(box.height + height) / 2 + GAP, (box.width + width) / 2 + GAP];
  const { x, y } = middle(box);
  const fit = (x: number, y: number) => ({ x: within(x, width, innerWidth), y: within(y, height, innerHeight) });
  const spots = [fit(x, y - far), fit(x, y + far), fit(x - aside, y), fit(x + aside, y)];
  const obstacles = [box, ...findAll("#confirm, .coach").map((button) => button.getBoundingClientRect())];
  const best = freest(spots, { width, height }, obstacles);
  bubble.style.left = `${best.x - width / 2}px`;
  bubble.style.top = `${best.y - height / 2}px`;
}

/** The middle of what is `size` long and fits into `room` with a gap at both ends. */
function within(at: number, size: number, room: number): number {
  const least = size / 2 + GAP;
  return Math.max(least, Math.min(at, room - least));
}
