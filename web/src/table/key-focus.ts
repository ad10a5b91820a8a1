// Focus of players who use the keyboard: where the focused element has gone, its successor in the new drawing gets it; where
// there is none, or it is of no use any more, what is due next.
import type { Board } from "../stage/board.ts";
import { find, findAll } from "../ui/dom.ts";
import { lastInput } from "../ui/input.ts";
import { focusNext } from "./keys.ts";

const OPEN = ".can-touch, .touched";

export class KeyFocus {
  private readonly rest = find("#board-part");
  /** What has the focus could be used since it got it. */
  private usable = false;
  /** It could be touched since then, or was. */
  private touchable = false;
  /** Tab has left the page: that is no loss. */
  private left = false;
  /** By this its successor is found. */
  private name = "";

  constructor(private readonly board: Board) {
    this.rest.tabIndex = -1;
    addEventListener("keydown", ({ key }) => (this.left = key === "Tab"), true);
    addEventListener("focusin", ({ target }) => {
      this.left = this.usable = this.touchable = false;
      this.name = nameOf(target as Element);
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
    const isLost = active === document.body || !isShown(active);
    const isOff = active.matches("[aria-disabled=true], :disabled");
    this.usable ||= !isOff;
    this.touchable ||= active.matches(OPEN);
    if (!isLost && active !== this.rest && !(isOff && this.usable)) return;
    if (isLost && this.restore()) return;
    if (!focusNext(this.board) && isLost) this.rest.focus({ preventScroll: true });
  }

  /** Not where a piece has been touched and can't be any more: what is due next is elsewhere. */
  private restore(): boolean {
    const all = findAll<HTMLElement>("button, a, [tabindex]");
    const same = all.find((each) => isShown(each) && nameOf(each) === this.name);
    if (!same || (this.touchable && !same.matches(OPEN))) return false;
    this.board.moveTabStop(same);
    same.focus({ preventScroll: true });
    return true;
  }
}

/** Its id, or what it says within the nearest thing that has one. */
function nameOf(element: Element): string {
  return element.id || `${element.closest("[id]")?.id} ${element.ariaLabel ?? element.textContent}`;
}

function isShown(element: Element): boolean {
  return element.checkVisibility({ visibilityProperty: true });
}
