// Parts of the script that load when they're needed: after an update of the server, those of an older page are gone. A part that
// fails is tried again; if the server doesn't have it any more, the page reloads, once, when nothing can get lost.
import { ROOT } from "../net/root.ts";
import { pause } from "./pause.ts";

const WAITS = [300, 1000, 3000]; // ms between tries; the last one repeats
const PROBE_DEADLINE = 5000; // ms
const POLL_INTERVAL = 500; // ms
const RELOAD_PAUSE = 60_000; // ms in which a page that was reloaded doesn't reload again

let isBusy = (): boolean => false;
let notify = (): void => undefined;
let isOutdated = false;

/** `busy`: whether a reload would lose something. `outdated` says that there is a new version. */
export function holdReload(busy: () => boolean, outdated: () => void): void {
  [isBusy, notify] = [busy, outdated];
}

/** Load a part: the result comes as soon as it's there, after a reload if need be. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await load();
    } catch {
      await pause(WAITS[attempt] ?? 3000);
      if (attempt >= WAITS.length && (await isServerThere())) reloadWhenIdle();
    }
  }
}

/** Reload as soon as nothing can get lost, or only say so if the page has just been reloaded. */
export function reloadWhenIdle(): void {
  if (isOutdated) return;
  isOutdated = true;
  notify();
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (navigation?.type === "reload" && performance.now() < RELOAD_PAUSE) return;
  const timer = setInterval(() => {
    if (isBusy() || isInUse()) return;
    clearInterval(timer); // a second call would begin the reload anew
    location.reload();
  }, POLL_INTERVAL);
}

/** Note which build of the page the server serves: an older page reloads while no one looks at it. */
export function noteBuild(build: string): void {
  if (build === document.body.dataset.build) return;
  addEventListener("visibilitychange", () => document.hidden && reloadWhenIdle());
  if (document.hidden) reloadWhenIdle();
}

/** Whether a text is being typed, or something is open above the page. */
function isInUse(): boolean {
  const field = document.activeElement;
  const isTyping = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : "";
  return Boolean(isTyping || document.querySelector("dialog[open], :popover-open"));
}

async function isServerThere(): Promise<boolean> {
  const signal = AbortSignal.timeout(PROBE_DEADLINE);
  return (
    (await fetch(`${ROOT}/static/imports.json`, { cache: "no-store", signal }).catch(() => undefined))?.ok ?? false
  );
}
