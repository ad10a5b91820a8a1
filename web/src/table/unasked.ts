// An explanation that no one asked for: it is placed where it covers nothing that is needed now, or waits. The next press
// anywhere closes it, Escape first of all.

import type { Tooltip } from "../net/types.ts";
import { covers, freest, middle } from "../stage/boxes.ts";
import { type Asking, fill, inWords } from "../stage/bubble.ts";
import { announce } from "../ui/announce.ts";
import { find, findAll, make } from "../ui/dom.ts";

/** What has to stay in sight: players, ideas, prompt, hand, buttons, and all that can be touched. */
const NEEDED = ".seats-strip, .bar, .between, .dock, .camera button, .can-touch";
const STEPS = 12;

export class Unasked {
  private readonly bubble = make("div", { class: "bubble" });

  constructor(private readonly asking: Asking) {
    for (const press of ["pointerdown", "keydown"]) addEventListener(press, (event) => this.pressed(event), true);
  }

  hide(): void {
    this.bubble.remove();
  }

  /** Explain a piece; false where there is no room for it now. */
  async explain(element: Element, name: string): Promise<boolean> {
    const { bubble } = this;
    const about = await this.asking.about(name)?.catch(() => undefined);
    if (!about || !("text" in about) || !element.isConnected || !find("#sheet").hidden) return false;
    bubble.replaceChildren();
    fill(bubble, about as Tooltip, this.asking, () => this.hide());
    find("main").append(bubble);
    const isFree = place(bubble, element.getBoundingClientRect());
    if (isFree) announce(inWords(about as Tooltip));
    else this.hide();
    return isFree;
  }

  /** A press on its own links is theirs, and Tab leads there. */
  private pressed(event: Event): void {
    const { key } = event as KeyboardEvent;
    const { bubble } = this;
    const isEscape = key === "Escape";
    if (!bubble.isConnected || key === "Tab" || (!isEscape && bubble.contains(event.target as Node))) return;
    this.hide();
    if (isEscape) event.stopImmediatePropagation();
  }
}

/** As near to the piece as it can be without covering what is needed; whether there is such a place. */
function place(bubble: HTMLElement, piece: DOMRect): boolean {
  const { offsetWidth: width, offsetHeight: height } = bubble;
  const { x, y } = middle(piece);
  const across = (length: number, size: number) =>
    Array.from({ length: STEPS + 1 }, (_, step) => 8 + size / 2 + ((length - size - 16) * step) / STEPS);
  const spots = across(innerWidth, width).flatMap((x) => across(innerHeight, height).map((y) => ({ x, y })));
  spots.sort((one, other) => Math.hypot(one.x - x, one.y - y) - Math.hypot(other.x - x, other.y - y));
  const needed = [piece, ...findAll(NEEDED).map((each) => each.getBoundingClientRect())];
  const best = freest(spots, { width, height }, needed);
  bubble.style.left = `${best.x - width / 2}px`;
  bubble.style.top = `${best.y - height / 2}px`;
  return covers({ x: best.x - width / 2, y: best.y - height / 2, width, height }, needed) === 0;
}
