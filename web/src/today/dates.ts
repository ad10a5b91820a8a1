// Days as people say them. A day of the puzzles is one of UTC, wherever the device is.
import { findAll } from "../ui/dom.ts";
import { language } from "../ui/translations.ts";

export function inWords(day: string): string {
  return new Date(day).toLocaleDateString(language(), { day: "numeric", month: "long", timeZone: "UTC" });
}

/** Every day on the page, in words. */
export function wordDays(): void {
  for (const time of findAll<HTMLTimeElement>("time[datetime]")) time.textContent = inWords(time.dateTime);
}
