// Entry of the shared worker, also imported by pages of browsers that have none.
import { StreamHub } from "./net/stream-hub.ts";

if ("onconnect" in globalThis) {
  const hub = new StreamHub(self.name); // the worker's name is the pages' language
  addEventListener("connect", (event) => {
    for (const port of (event as MessageEvent).ports) hub.connect(port);
  });
}

/**
 * A hub for one page, where pages can't share a stream (Chrome on Android). A hidden page gives its stream up once another page
 * is shown: else seven tabs would keep all six connections to a host busy. The page that was shown last keeps its stream.
 */
export function pageHub(lang: string): StreamHub {
  const hub = new StreamHub(lang);
  const pages = new BroadcastChannel("quartier.stream");
  const update = (): void => {
    if (document.hidden) return;
    pages.postMessage("shown");
    hub.resume();
  };
  pages.onmessage = () => document.hidden && hub.pause();
  document.addEventListener("visibilitychange", update);
  document.addEventListener("freeze", () => hub.pause()); // a frozen page hears nothing of the others
  if (document.hidden) hub.pause();
  update();
  return hub;
}
