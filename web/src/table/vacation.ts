// The part of the table tab that tells of time: what was agreed on, and at a game over days one's vacation.
import type { View } from "../net/types.ts";
import { button, make } from "../ui/dom.ts";
import { t } from "../ui/translations.ts";
import { section } from "./invitations.ts";

/** `take` stops one's clock for some days; 0: lets it run on. */
export function timePart(view: View, take: (days: number) => void): HTMLElement | undefined {
  return view.time ? section(t("Time"), view.time.sentence, ...vacation(view, take)) : undefined;
}

function vacation({ seats, viewer }: View, take: (days: number) => void): (HTMLElement | string)[] {
  const time = seats.find(({ seat }) => seat === viewer.seat)?.time;
  if (time?.away)
    return [t("Your clock stands still: you are on vacation."), button(t("I am back"), () => take(0), PRIMARY)];
  const left = time?.vacation;
  if (!left) return [];
  const label = t("Days of vacation that you have left in this game: {count}", { count: left });
  const field = { type: "number", min: "1", max: String(left), value: "1", "aria-label": t("Days of vacation") };
  const days = make("input", field) as HTMLInputElement;
  const go = button(t("Go on vacation"), () => days.reportValidity() && take(days.valueAsNumber));
  return [label, make("div", { class: "row" }, days, go)];
}

const PRIMARY = { class: "primary" };
