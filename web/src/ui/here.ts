// While a page of somebody is to be seen who may want to be told things, nothing need be told: it says so now and then.
import { accountName } from "../net/mine.ts";

const EVERY = 15_000; // ms; the server knows of it (server/notifications/visibility.py)
/** Kept where a guest's browser shows notifications. */
export const LISTENS = "quartier.push";

export function sayHere(): void {
  const say = (): void => {
    if (!document.hidden && (accountName() ?? localStorage[LISTENS])) navigator.sendBeacon("/api/account/here");
  };
  say();
  setInterval(say, EVERY);
  addEventListener("visibilitychange", say);
}
