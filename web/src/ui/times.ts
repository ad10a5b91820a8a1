// Moments in the time and the words of whoever reads: the server knows no time zones.
import { findAll } from "./dom.ts";
import { language } from "./translations.ts";

/** Every moment on the page; of those with `data-day` only the day. */
export function tellTimes(): void {
  for (const time of findAll<HTMLTimeElement>("time[datetime*=T]")) {
    const timeStyle = "day" in time.dataset ? undefined : "short";
    time.textContent = new Date(time.dateTime).toLocaleString(language(), { dateStyle: "medium", timeStyle });
  }
}
