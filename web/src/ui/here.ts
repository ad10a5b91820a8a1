// While a page of somebody who is signed in is to be seen, nothing need be told to them: it says so now and then.
import { accountName } from "../net/mine.ts";

const EVERY = 15_000; // ms; the server knows of it (server/notices/seen.py)

export function sayHere(): void {
  const say = (): void => void (document.hidden || accountName() === null || navigator.sendBeacon("/api/account/here"));
  say();
  setInterval(say, EVERY);
  document.addEventListener("visibilitychange", say);
}
