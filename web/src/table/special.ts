// What is in force at the table beside the usual rules: a sign, and a sentence for each behind it.
import type { View } from "../net/types.ts";
import { find, make } from "../ui/dom.ts";

export class Special {
  private readonly sign = find("#special");
  private readonly list = find("#special-rules");

  constructor() {
    // Only a mouse hovers: a finger and keys open it by the button itself.
    for (const [event, open] of [
      ["pointerenter", true],
      ["pointerleave", false],
    ] as const)
      this.sign.addEventListener(event, ({ pointerType }) => {
        if (pointerType !== "touch") this.list.togglePopover(open);
      });
  }

  draw({ effects }: Pick<View, "effects">): void {
    this.sign.hidden = !effects.length;
    const rows = effects.flatMap(({ name, text }) => [make("dt", {}, name), make("dd", {}, text)]);
    find("dl", this.list).replaceChildren(...rows);
  }
}
