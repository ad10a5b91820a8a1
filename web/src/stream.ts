// Entry of the shared worker, also imported by pages of browsers that have none.
import { StreamHub } from "./net/stream-hub.ts";

export { StreamHub };

if ("onconnect" in globalThis) {
  const hub = new StreamHub(self.name); // the worker's name is the pages' language
  addEventListener("connect", (event) => {
    for (const port of (event as MessageEvent).ports) hub.connect(port);
  });
}
