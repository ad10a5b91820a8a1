// This browser shows notifications: the service worker does, and the server is told where to send them.

import { post } from "../net/api.ts";
import { ROOT } from "../net/root.ts";
import { find } from "../ui/dom.ts";
import { LISTENS } from "../ui/presence-ping.ts";
import { local } from "../ui/storage.ts";

export function startPush(): void {
  const part = document.querySelector<HTMLElement>("[data-push]");
  if (!part || !("PushManager" in window)) return;
  part.hidden = false;
  find("[data-no-push]").hidden = true;
  const problem = find(".problem", part);
  find("button", part).addEventListener("click", () => {
    problem.hidden = true;
    subscribe(part.dataset.push ?? "").then(
      () => location.reload(),
      () => {
        problem.hidden = false;
      },
    );
  });
}

async function subscribe(applicationServerKey: string): Promise<void> {
  await navigator.serviceWorker.register(`${ROOT}/worker.js`);
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const { endpoint, keys } = subscription.toJSON();
  await post("/api/account/notices/push", { endpoint, ...keys });
  local.set(LISTENS, "on");
}
