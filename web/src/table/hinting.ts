// The button for hints: whether there can be one now. The box in which they stand is loaded when somebody asks first.
import type { View } from "../net/types.ts";
import { find } from "../ui/dom.ts";
import { t } from "../ui/translations.ts";
import type { HintActions, Hints } from "./hints.ts";
import { loadLazily } from "./lazy-load.ts";

export class Hinting {
  private readonly press = find<HTMLButtonElement>("#hint");
  private box: Hints | undefined;
  private view: View | undefined;
  /** Why there can be no hint now; "" if there can. */
  private off = "";

  constructor(
    private readonly base: string,
    private readonly actions: HintActions,
  ) {
    this.press.addEventListener("click", () => this.dismiss() || void this.ask());
  }

  /** A new view. A button that is off still says why when it is pressed. */
  draw(view: View, covered: boolean): void {
    this.view = view;
    this.off = reasonAgainst(view, covered);
    this.press.hidden = !view.hints || view.over !== null;
    this.press.setAttribute("aria-disabled", String(this.off !== ""));
    this.press.title = this.off;
    this.box?.draw(view, this.off);
  }

  /** Show which of the moves is staged. */
  mark(staged: string | undefined): void {
    this.box?.mark(staged);
  }

  async ask(): Promise<void> {
    const { view } = this;
    if (!view || this.press.hidden) return;
    this.press.setAttribute("aria-busy", "true"); // until the box can say so
    const { Hints } = await loadLazily();
    this.press.removeAttribute("aria-busy");
    this.box ??= new Hints(this.base, this.press, this.actions);
    this.box.draw(this.view ?? view, this.off);
    await this.box.ask();
  }

  /** A move goes out: what the hint expected is done with. */
  done(): void {
    this.box?.hide();
  }

  /** Close the box, if it is open; false if it was not. */
  dismiss(): boolean {
    return this.box?.dismiss() ?? false;
  }
}

/** Why there can be no hint now; "" if there can. */
function reasonAgainst(view: View, covered: boolean): string {
  if (covered) return t("Confirm that you have the device first.");
  if (!view.turn.yours) return t("It’s not your turn yet.");
  return view.choices.length < 2 ? t("There’s only one legal move.") : "";
}
