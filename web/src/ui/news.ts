// The text page of a table: it shows what is new, and says it, as it happens.
import { find, findAll, setText } from "./dom.ts";

/** `main[data-stream]` is made anew after an event of the table. The stream comes back by itself. */
export function followTable(): void {
  const { stream } = find("main").dataset;
  if (stream) new EventSource(stream).addEventListener("event", () => void look().catch(() => {}));
}

async function look(): Promise<void> {
  const answer = await fetch(location.href);
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [main, next] = [find("main"), page.querySelector("main")];
  // Where nothing has happened, somebody may be choosing a move.
  if (!next || Number(next.dataset.version) <= Number(main.dataset.version)) return;
  const [focused, before] = [document.activeElement?.id, lines(main).length];
  main.replaceWith(next);
  document.title = page.title;
  if (focused) document.getElementById(focused)?.focus();
  const fresh = lines(next)
    .slice(0, -before || undefined)
    .reverse();
  setText(find("#news"), [...fresh, find("h2", next).textContent].join(" "));
}

/** The log, latest first. */
function lines(main: HTMLElement): (string | null)[] {
  return findAll("#log li", main).map((line) => line.textContent);
}
