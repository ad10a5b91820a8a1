// Several people at one device: when the turn passes to another of its seats, that hand stays covered until its player
// says "I am here", so that nobody sees the other's pieces.
import { button, find, make } from "./dom.ts";
import { nameOf } from "./seats.ts";
import type { View } from "./types.ts";
import { t } from "./words.ts";

export class SharedDevice {
  private readonly cover = find("#cover");
  /** The seat whose hand may be seen. */
  private open: number | null = null;
  covered = false;

  constructor(private readonly uncovered: () => void) {}

  /** Whether the hand of this view must stay hidden; shows the question when it must. */
  covers(view: View): boolean {
    const { seat, seats } = view.viewer;
    if (seat !== this.open) this.open = null;
    this.covered = seats.length > 1 && !view.over && view.secrets && seat !== this.open;
    this.cover.hidden = !this.covered;
    if (this.covered) this.ask(view);
    else this.cover.replaceChildren();
    return this.covered;
  }

  private ask(view: View): void {
    const seat = view.seats.find((each) => each.seat === view.viewer.seat);
    const name = seat ? nameOf(seat) : "";
    const sentence = t("Pass the device to {name}.", { name });
    if (this.cover.firstElementChild?.textContent === sentence) return;
    const show = button(t("I am {name}: show my hand", { name }), () => this.show(view.viewer.seat), { class: "primary" });
    this.cover.replaceChildren(make("p", {}, sentence), show);
  }

  private show(seat: number | null): void {
    this.open = seat;
    this.uncovered();
  }
}
