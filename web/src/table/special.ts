// What is in force at the table beside the usual rules: a sign with names, and a sentence for each behind it.
import type { View } from "../net/types.ts";
import { find, make, setText } from "../ui/dom.ts";

export class Special {
  private readonly sign = find("#special");
  private readonly told = find("#special-rules");

  constructor() {
    // Only a mouse hovers: a finger and keys open it by the button itself.
    for (const [event, open] of [
      ["pointerenter", true],
      ["pointerleave", false],
    ] as const)
      this.sign.addEventListener(event, ({ pointerType }) => {
        if (pointerType !== "touch") this.told.togglePopover(open);
      });
    this.told.addEventListener("toggle", () => this.place());
  }

  draw({ effects }: Pick<View, "effects">): void {
    this.sign.hidden = !effects.length;
    setText(find(".word", this.sign), effects.map(({ name }) => name).join(" · "));
    const rows = effects.flatMap(({ name, text }) => [make("dt", {}, name), make("dd", {}, text)]);
    find("dl", this.told).replaceChildren(...rows);
  }

  /** Under its sign, inside the window. */
  private place(): void {
    const box = this.sign.getBoundingClientRect();
    this.told.style.top = `${Math.min(box.bottom + 6, innerHeight - this.told.offsetHeight - 8)}px`;
    this.told.style.right = `${Math.max(8, innerWidth - box.right)}px`;
  }
}
