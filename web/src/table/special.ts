// What is in force at the table beside the usual rules: a sign with names, and a sentence for each behind it.
import type { View } from "../net/types.ts";
import { find, make } from "../ui/dom.ts";

const LINGER = 400; // ms under the mouse
const GRACE = 250; // ms in which it may come back

export class Special {
  private readonly sign = find<HTMLButtonElement>("#special");
  private readonly told = find("#special-rules");
  private drawn = "";
  private timer = 0;

  constructor() {
    for (const each of [this.sign, this.told]) {
      each.addEventListener("pointerenter", (event) => this.wait(event, () => this.open(), LINGER));
      each.addEventListener("pointerleave", (event) => this.wait(event, () => this.told.hidePopover(), GRACE));
    }
    this.told.addEventListener("toggle", () => this.place());
  }

  draw({ effects }: Pick<View, "effects">): void {
    const shown = JSON.stringify(effects);
    if (shown === this.drawn) return;
    this.drawn = shown;
    this.sign.hidden = !effects.length;
    find(".word", this.sign).textContent = effects.map(({ name }) => name).join(" · ");
    const rows = effects.map(({ name, text }) => make("div", {}, make("dt", {}, name), make("dd", {}, text)));
    find("dl", this.told).replaceChildren(...rows);
  }

  /** Only a mouse hovers; a finger and keys open it by the button itself. */
  private wait({ pointerType }: PointerEvent, act: () => void, time: number): void {
    if (pointerType === "touch") return;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(act, time);
  }

  private open(): void {
    if (!this.told.matches(":popover-open")) this.told.showPopover();
  }

  /** Under its sign, inside the window. */
  private place(): void {
    const box = this.sign.getBoundingClientRect();
    this.told.style.top = `${Math.min(box.bottom + 6, innerHeight - this.told.offsetHeight - 8)}px`;
    this.told.style.right = `${Math.max(8, innerWidth - box.right)}px`;
  }
}
