// How much time a seat has, counted from what the server said and by how much later it is, in signs and in words.
import type { SeatTime } from "../net/types.ts";
import { ngettext, t } from "../ui/translations.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
export const URGENT = 20; // s

/** What is left after so many seconds more, and for how long it still stands still. */
export function timeAfter(
  time: SeatTime,
  passed: number,
): { left: number; total: number | null; waits: number; away: number } {
  const ran = time.runs ? passed : 0;
  const total = time.total && time.total - ran;
  return {
    left: Math.max(0, Math.min(time.left - Math.max(0, ran - time.waits), total ?? time.left)),
    total,
    waits: Math.max(0, time.waits - passed),
    away: Math.max(0, time.away - passed),
  };
}

/** What is left for all turns of a round, where that is limited. */
export function roundNotes(total: number | null | undefined): string[] {
  return total ? [t("This round: {time}", { time: timeLeftText(total) })] : [];
}

/** "4:32", "1:04:32", "2 d 4 h". A second that has begun counts: it is 0:00 only when nothing is left. */
export function timeLeftSigns(left: number): string {
  const whole = Math.ceil(left);
  if (whole >= DAY) return t("{days} d {hours} h", parts(whole));
  const { hours, minutes, seconds } = parts(whole);
  const clock = `${String(minutes).padStart(hours ? 2 : 1, "0")}:${String(seconds).padStart(2, "0")}`;
  return hours ? `${hours}:${clock}` : clock;
}

/** The same to be heard; it changes seldom. */
export function timeLeftText(left: number): string {
  if (left >= DAY) return ngettext("{count} day left", "{count} days left", Math.floor(left / DAY));
  if (left >= HOUR) return ngettext("{count} hour left", "{count} hours left", Math.floor(left / HOUR));
  if (left > MINUTE) return ngettext("{count} minute left", "{count} minutes left", Math.ceil(left / MINUTE));
  return left > URGENT ? t("less than a minute left") : t("less than 20 seconds left");
}

function parts(left: number): { days: number; hours: number; minutes: number; seconds: number } {
  const hours = Math.floor(left / HOUR);
  const days = Math.floor(left / DAY);
  return {
    days,
    hours: hours - days * 24,
    minutes: Math.floor((left % HOUR) / MINUTE),
    seconds: Math.floor(left % MINUTE),
  };
}
