// The clocks in the seats' cards. They are counted down here by this device's even clock from the moment when the server's word
// came, so that they neither drift nor know what time the device believes it is.
import type { Seat, View } from "../net/types.ts";
import { announce } from "../ui/announce.ts";
import { make } from "../ui/dom.ts";
import { t } from "../ui/translations.ts";
import { roundNotes, timeAfter, timeLeftSigns, timeLeftText, URGENT } from "./time-left.ts";

const SECOND = 1000; // ms

export class Clocks {
  private view: View | undefined;
  private came = 0;
  private timer = 0;
  private warned = false;

  /** A view that has come at a moment of `performance.now`. */
  keep(view: View, came: number): void {
    if (this.view && view.version < this.view.version) return;
    this.view = view;
    this.came = came;
    this.draw();
  }

  private draw(): void {
    clearTimeout(this.timer);
    const passed = (performance.now() - this.came) / SECOND;
    for (const seat of this.view?.seats ?? []) this.drawSeat(seat, passed);
    const running = (this.view?.seats ?? []).flatMap(({ time }) => (time?.runs ? [timeAfter(time, passed)] : []));
    // When the next of them shows another second.
    const next = Math.min(...running.map(({ left, waits }) => (waits || left) % 1 || 1));
    if (running.length) this.timer = window.setTimeout(() => this.draw(), next * SECOND + 5);
  }

  private drawSeat(seat: Seat, passed: number): void {
    const chip = document.querySelector(`#seats [data-seat="${seat.seat}"]`);
    if (!chip) return;
    const label = chip.querySelector(".seat-clock") ?? make("span", { class: "seat-clock" });
    chip.classList.toggle("timed", seat.time !== null);
    if (!seat.time) return label.remove();
    const { left, total, waits, away } = timeAfter(seat.time, passed);
    const urgent = seat.time.runs && left <= URGENT && (this.view?.time?.live ?? false);
    label.classList.toggle("runs", seat.time.runs && !waits);
    label.classList.toggle("urgent", urgent);
    if (!label.isConnected) chip.append(" ", label);
    // Drawn by the style sheet: as text it would have to be part of the card's name, which would change every second.
    set(label, "data-left", waits || away ? `⏸ ${timeLeftSigns(left)}` : timeLeftSigns(left));
    const description = [timeLeftText(left), ...roundNotes(total), ...clockNotes(this.view, waits, away)].join(", ");
    for (const name of ["aria-description", "title"]) set(chip, name, description);
    if (seat.yours && seat.time.runs) this.warn(urgent, left);
  }

  /** Once a turn it is said that little is left. */
  private warn(urgent: boolean, left: number): void {
    if (urgent && !this.warned) announce(timeLeftText(left));
    this.warned = urgent;
  }
}

/** Why a clock stands still. */
function clockNotes(view: View | undefined, waits: number, away: number): string[] {
  if (away) return [t("on vacation")];
  return waits && view?.time?.live ? [t("disconnected")] : [];
}

function set(element: Element, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
