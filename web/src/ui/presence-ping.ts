// While a page of somebody is to be seen who may want to be told things, nothing need be told: it says so now and then.

import { accountName } from "../net/my-tables.ts";
import { ROOT } from "../net/root.ts";
import { local } from "./storage.ts";

const PING_INTERVAL = 15_000; // ms; the server knows of it (server/notifications/visibility.py)
/** Kept where a guest's browser shows notifications. */
export const LISTENS = "quartier.push";

export function pingPresence(): void {
  const ping = (): void => {
    if (!document.hidden && (accountName() ?? local.get(LISTENS))) navigator.sendBeacon(`${ROOT}/api/account/here`);
  };
  ping();
  setInterval(ping, PING_INTERVAL);
  addEventListener("visibilitychange", ping);
}
