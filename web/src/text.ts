// Entry of the text pages: the settings menu, and at a table what is new, which is read out as it happens.
import { LiveStream } from "./net/live.ts";
import { find, findAll, setText } from "./ui/dom.ts";
import { startPage } from "./ui/page.ts";
import { tellTimes } from "./ui/times.ts";

startPage();
tellTimes();
const { stream } = find("main").dataset;
if (stream) new LiveStream(stream, { message: () => void look(), state: () => {} });

let looking = false;
let again = false;

/** Show what the server says now. Messages that come meanwhile are one more look. */
async function look(): Promise<void> {
  again = looking;
  if (looking) return;
  looking = true;
  try {
    const answer = await fetch(location.href.split("#")[0] ?? "");
    if (answer.ok) show(new DOMParser().parseFromString(await answer.text(), "text/html"));
  } finally {
    looking = false;
    if (again) void look();
  }
}

/** The page stays as it is while nothing has happened at the table: somebody may be choosing a move. */
function show(page: Document): void {
  const [main, next] = [find("main"), page.querySelector<HTMLElement>("main")];
  if (!next || next.dataset.version === main.dataset.version) return;
  const focused = document.activeElement?.id;
  const before = lines(main).length;
  main.replaceWith(next);
  document.title = page.title;
  if (focused) document.getElementById(focused)?.focus();
  const news = lines(next);
  setText(
    find("#news"),
    [...news.slice(0, Math.max(0, news.length - before)).reverse(), next.querySelector("h2")?.textContent ?? ""].join(
      " ",
    ),
  );
}

/** The log, latest first. */
function lines(main: HTMLElement): string[] {
  return findAll("#log li", main).map((line) => line.textContent ?? "");
}
