// The part of the table tab that tells of time: what was agreed on, and at a game over days one's vacation.
import type { View } from "../net/types.ts";
import { button, make } from "../ui/dom.ts";
import { ngettext, t } from "../ui/translations.ts";
import { section } from "./invitations.ts";
import { roundNotes } from "./time-left.ts";

/** `take` stops one's clock for some days; 0: lets it run on. */
export function timePart(view: View, take: (days: number) => void): HTMLElement | undefined {
  return view.time ? section(t("Time control"), view.time.sentence, ...vacation(view, take)) : undefined;
}

function vacation({ seats, viewer }: View, take: (days: number) => void): (HTMLElement | string)[] {
  const time = seats.find(({ seat }) => seat === viewer.seat)?.time;
  const share = roundNotes(time?.total);
  if (time?.away)
    return [t("You’re on vacation. Your clock is paused."), ...share, button(t("I’m back"), () => take(0), PRIMARY)];
  const left = time?.vacation;
  if (!left) return share;
  const label = ngettext(
    "You have {count} vacation day left in this game.",
    "You have {count} vacation days left in this game.",
    left,
  );
  const field = { type: "number", min: "1", max: String(left), value: "1", "aria-label": t("Vacation days") };
  const days = make("input", field) as HTMLInputElement;
  const go = button(t("Start vacation"), () => days.reportValidity() && take(days.valueAsNumber));
  return [...share, label, make("div", { class: "row" }, days, go)];
}

const PRIMARY = { class: "primary" };
