// Several people at one device: when the turn passes to another of its seats, that hand stays covered until its player
// says "I am here", so that nobody sees the other's pieces.
import type { View } from "../net/types.ts";
import { nameOf } from "../stage/seats.ts";
import { button, find, make } from "../ui/dom.ts";
import { t } from "../ui/translations.ts";

export class Cover {
  private readonly box = find("#cover");
  /** The seat whose hand may be seen. */
  private open: number | null = null;

  constructor(private readonly uncovered: () => void) {}

  /** Whether the hand of this view must stay hidden; shows the question when it must. */
  covers(view: View): boolean {
    const { seat } = view.viewer;
    if (seat !== this.open) this.open = null;
    const own = view.seats.find((each) => each.seat === seat);
    const covered = view.covered !== null && !view.over && !own?.substituted && seat !== this.open;
    this.box.hidden = !covered;
    if (covered) this.ask(view);
    else this.box.replaceChildren();
    return covered;
  }

  private ask(view: View): void {
    const seat = view.seats.find((each) => each.seat === view.viewer.seat);
    const name = seat ? nameOf(seat) : "";
    const sentence = t("Pass the device to {name}.", { name });
    if (this.box.firstElementChild?.textContent === sentence) return;
    const show = button(t("I’m {name}: show my hand", { name }), () => this.show(view.viewer.seat), {
      class: "primary",
    });
    this.box.replaceChildren(make("p", {}, sentence), show);
  }

  private show(seat: number | null): void {
    this.open = seat;
    this.uncovered();
  }
}
