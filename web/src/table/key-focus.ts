// Focus of players who use the keyboard: where the focused element has gone or is of no use any more, the next one gets it.
import type { Board } from "../stage/board.ts";
import { find } from "../ui/dom.ts";
import { lastInput } from "../ui/input.ts";
import { focusNext } from "./keys.ts";

export class KeyFocus {
  private readonly rest = find("#board-part");
  /** What has the focus could be used since it got it. */
  private usable = false;
  /** Tab has left the page: that is no loss. */
  private left = false;

  constructor(private readonly board: Board) {
    this.rest.tabIndex = -1;
    addEventListener("keydown", ({ key }) => (this.left = key === "Tab"), true);
    addEventListener("focusin", () => {
      this.left = this.usable = false;
      this.follow();
    });
    const attributeFilter = ["aria-disabled", "disabled", "hidden", "class"];
    new MutationObserver(() => this.follow()).observe(document.body, {
      subtree: true,
      childList: true,
      attributeFilter,
    });
    this.follow();
  }

  /** While there is nothing to use, the focus rests on the board. */
  private follow(): void {
    if (lastInput() !== "key" || this.left) return;
    const active = document.activeElement ?? document.body;
    const isLost = active === document.body || !active.checkVisibility({ visibilityProperty: true });
    const isOff = active.matches("[aria-disabled=true], :disabled");
    this.usable ||= !isOff;
    if (!isLost && active !== this.rest && !(isOff && this.usable)) return;
    if (!focusNext(this.board) && isLost) this.rest.focus({ preventScroll: true });
  }
}
