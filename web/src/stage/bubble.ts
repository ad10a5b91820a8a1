// A bubble that says what a piece is: its name after a moment under the mouse, on a long press, on a tap that leads nowhere, or
// by keyboard focus, and what the server explains of it. No one needs it to play.
import type { About, Tooltip } from "../net/types.ts";
import { announce } from "../ui/announce.ts";
import { find, findAll, make } from "../ui/dom.ts";
import { lastInput } from "../ui/input.ts";
import { isOn } from "../ui/settings.ts";
import { hovers } from "../ui/taps.ts";
import { t } from "../ui/translations.ts";
import { covers, freest, middle, type Point } from "./boxes.ts";
import { hitArea } from "./picking.ts";

const LINGER = 600; // ms under the mouse
const HOLD = 500; // ms under a finger
const GRACE = 400; // ms in which the mouse may come from the piece to the links of its bubble
const SLIP = 8; // px that a finger may move
const GAP = 8; // px to the piece and to the edge of the window
const STEPS = 12; // heights at which a bubble may be where a finger needs what is around the piece
const TARGETS = ".can-touch, #choice-buttons button, #numbers button";

interface Asking {
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
  private start: (Point & { at: number }) | undefined;
  /** No mouse has moved since the last press: what comes to lie under it is not asked for. */
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
    // A finger may be lifted after its piece has been drawn anew: then the event is one of the document.
    addEventListener("pointerup", (event) => this.lifted(event), true);
    addEventListener("pointercancel", () => this.released(), true);
    root.addEventListener("click", (event) => this.swallow(event), true);
    root.addEventListener("click", ({ target }) => {
      const element = closestLabel(target);
      if (element && isWords(element)) this.describe(element);
    });
    root.addEventListener("focusin", (event) => {
      const element = closestLabel(event.target);
      if (this.keeps(element)) return;
      // Only a key's focus asks: a page that moves the focus asks nothing.
      if (element && lastInput() === "key") isWords(element) ? this.describe(element) : this.show(element);
    });
    root.addEventListener("focusout", (event) => this.unfocused(event));
    // Some browsers' own long press comes before this one, and would end it.
    root.addEventListener("contextmenu", (event) => {
      if (this.start) event.preventDefault();
    });
    addEventListener("pointerdown", (event) => {
      this.still = true;
      if (!this.isInBubble(event.target)) this.leave();
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
    if (this.keeps(element) && this.bubble?.matches(".explained")) return false;
    this.show(element);
    void this.ask(element, true);
    return true;
  }

  /** Close an explanation; false if none is open. */
  dismiss(): boolean {
    const isOpen = this.bubble?.matches(".explained") ?? false;
    this.hide();
    return isOpen;
  }

  /** A tap has led nowhere: say what is there. On the board a mouse hovers for that, and the keyboard has a key for it. */
  explainTapped(target: Element): void {
    const element = closestLabel(target);
    if (element && (lastInput() === "touch" || !element.closest("#board-part"))) this.describe(element);
  }

  // --- When ---------------------------------------------------------------------------------------------------------

  private over(event: Event): void {
    if (!hovers(event as PointerEvent) || this.still) return;
    const element = closestLabel(event.target);
    if (this.keeps(element)) return;
    if (this.isInBubble(event.target)) return clearTimeout(this.going);
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

  /** Whether the bubble speaks of a piece, which may have been drawn again since: then it stays. */
  private keeps(element: Element | null): boolean {
    if (!element || !this.of || keyOf(element) !== keyOf(this.of)) return false;
    clearTimeout(this.going);
    this.of = element;
    return true;
  }

  private down(event: PointerEvent): void {
    this.hold = false;
    if (this.isInBubble(event.target)) return;
    const element = closestLabel(event.target);
    if (event.pointerType !== "touch" || !event.isPrimary) return this.hide();
    if (!element) return;
    this.start = { x: event.clientX, y: event.clientY, at: event.timeStamp };
    clearTimeout(this.coming);
    this.coming = window.setTimeout(() => {
      this.hold = true;
      this.describe(element);
    }, HOLD);
  }

  private moved(event: PointerEvent): void {
    const { clientX, clientY } = event;
    if (this.still && event.pointerType !== "touch") {
      this.still = false;
      this.over(event);
    }
    if (!this.start || Math.hypot(clientX - this.start.x, clientY - this.start.y) < SLIP) return;
    this.released();
  }

  /** On a slow device the timer can come before the end of a short tap: that was no long press. */
  private lifted({ timeStamp }: PointerEvent): void {
    if (this.hold && this.start && timeStamp - this.start.at < HOLD) {
      this.hold = false;
      this.leave();
    }
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
    const bubble = make("div", { class: "bubble", "aria-hidden": "true" }, shownLabel(element));
    bubble.addEventListener("pointerenter", () => clearTimeout(this.going));
    bubble.addEventListener("pointerleave", (event) => this.left(event));
    this.bubble = bubble;
    this.of = element;
    find("main").append(bubble);
    this.place();
  }

  private place(): void {
    if (this.bubble && this.of) place(this.bubble, this.of.getBoundingClientRect(), lastInput() === "touch");
  }

  private isInBubble(target: EventTarget | null): boolean {
    return this.bubble?.contains(target as Node) ?? false;
  }

  private async ask(element: Element, aloud: boolean): Promise<void> {
    const { bubble } = this;
    const about = await this.asking?.about(nameOf(element))?.catch(() => undefined);
    if (!about || !("text" in about) || !bubble?.isConnected) return;
    fill(bubble, about as Tooltip, this.asking, () => this.hide());
    this.place();
    if (aloud) announce(inWords(about as Tooltip));
  }
}

function inWords({ name, text, now }: Tooltip): string {
  return `${name}: ${text} ${now}`.trim();
}

/** Say in a bubble what a piece is; its links open a rule at the table and close the bubble. */
function fill(bubble: Element, about: Tooltip, asking: Asking | undefined, hide: () => void): void {
  const { name, text, now, rules } = about;
  const links = rules.flatMap(({ rule, link: href }) => {
    const link = make("a", { href, class: "rule-link", "aria-label": t("Rule {rule}", { rule }) }, rule);
    link.addEventListener("click", (event) => {
      if (!asking?.openRule) return;
      event.preventDefault();
      hide();
      asking.openRule(rule);
    });
    return [link, " "];
  });
  if (bubble.textContent?.toLowerCase() === name.toLowerCase()) bubble.textContent = ""; // not twice
  bubble.append(make("p", {}, make("b", {}, `${name}: `), text), make("p", {}, make("b", {}, now)), ...links);
  bubble.classList.add("explained");
  bubble.removeAttribute("aria-hidden");
  bubble.setAttribute("role", "note");
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

/** The same for one thing in two drawings. */
function keyOf(element: Element): Element | string {
  return nameOf(element) || element;
}

/** Above the piece, below it or beside it, inside the window: where it hides least of the piece, the prompt, Confirm and a coach. A finger
    also needs what can be touched next: the bubble goes further away, and where it still hides some of it, its links are off. */
function place(bubble: HTMLElement, box: DOMRect, byFinger: boolean): void {
  const { offsetWidth: width, offsetHeight: height } = bubble;
  const [far, aside] = [(box.height + height) / 2 + GAP, (box.width + width) / 2 + GAP];
  const { x, y } = middle(box);
  const fit = (x: number, y: number) => ({ x: within(x, width, innerWidth), y: within(y, height, innerHeight) });
  const spots = [fit(x, y - far), fit(x, y + far), fit(x - aside, y), fit(x + aside, y)];
  const boxes = (selector: string) => findAll(selector).map((each) => hitArea(each).getBoundingClientRect());
  const targets = byFinger ? boxes(TARGETS) : [];
  if (byFinger) spots.push(...heights(y).map((height) => fit(x, height)));
  const size = { width, height };
  const at = ({ x, y }: Point) => ({ ...size, x: x - width / 2, y: y - height / 2 });
  const legible = [box, ...boxes(".prompt-line")];
  const clear = spots.filter((spot) => !covers(at(spot), legible));
  const best = freest(clear.length ? clear : spots, size, [...legible, ...boxes("#confirm, .coach"), ...targets]);
  bubble.style.left = `${best.x - width / 2}px`;
  bubble.style.top = `${best.y - height / 2}px`;
  bubble.classList.toggle("over", covers(at(best), targets) > 0);
}

/** From top to bottom of the window, the nearest to `y` first. */
function heights(y: number): number[] {
  const all = Array.from({ length: STEPS }, (_, step) => ((step + 0.5) / STEPS) * innerHeight);
  return all.sort((one, other) => Math.abs(one - y) - Math.abs(other - y));
}

/** The middle of what is `size` long and fits into `room` with a gap at both ends. */
function within(at: number, size: number, room: number): number {
  const least = size / 2 + GAP;
  return Math.max(least, Math.min(at, room - least));
}

/** Names for screen readers have coordinates, which are shown only where the board shows them. */
export function shownLabel(element: Element): string {
  const label = element.getAttribute("aria-label") ?? "";
  return isOn("coordinates") ? label : label.replace(/ \(-?\d+,[-\d,/ ]+\)/g, "");
}
