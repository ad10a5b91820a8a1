// A page that the server makes, and that is about what goes on: it looks whether there is something new.
import { getPage } from "../net/api.ts";
import { find, findAll } from "./dom.ts";
import { sendForms } from "./forms.ts";
import { tellTimes } from "./times.ts";

const POLL_INTERVAL = 10_000; // ms
const FOCUSABLE = "a, button, summary, input:not([type=hidden])";

/** `main[data-follow]` is replaced by what the server says now, unless a form in it is in use: now and then, or whenever the
    table that it names has changed; then its first section is also said. */
export function follow(): void {
  let currentHtml = find("main").innerHTML; // as the server has said it: nothing has changed it yet
  const table = find("main").dataset.follow;
  const look = async (): Promise<void> => {
    if (!table && (document.hidden || document.querySelector("main form :focus, main details[open]"))) return;
    const next = (await getPage(location.href)).querySelector("main");
    const main = document.querySelector<HTMLElement>("main[data-follow]");
    if (!main || !next || next.innerHTML === currentHtml) return;
    if (table && next.dataset.version === main.dataset.version) return;
    currentHtml = next.innerHTML;
    const focused = keepDraft(main, next);
    main.replaceWith(next);
    focused?.focus({ preventScroll: true });
    tellTimes();
    sendForms();
    if (table) find("#news").textContent = find("section", next).textContent;
  };
  let last = Promise.resolve();
  // One after the other: an older answer never comes after a newer one.
  const again = () => (last = last.then(look).catch(() => {}));
  if (table) void followTable(table, again);
  else setInterval(again, POLL_INTERVAL);
}

async function followTable(table: string, changed: () => void): Promise<void> {
  const { TableStream } = await import("../net/table-stream.ts");
  new TableStream(table, { message: ({ event }) => void (event === "patch" && changed()), state: () => {} });
}

/** What was typed, chosen and unfolded stays, as far as the new page has it, too; the result is what has the focus. */
function keepDraft(from: HTMLElement, to: HTMLElement): HTMLElement | undefined {
  const drafts = draftsIn(to);
  for (const [place, field] of draftsIn(from)) {
    const same = drafts.get(place);
    if (!same) continue;
    same.checked = field.checked;
    same.value = field.value;
    same.open = field.open;
  }
  const active = document.activeElement;
  if (!active || !from.contains(active)) return undefined;
  const key = placeOf(active as HTMLElement);
  return findAll(FOCUSABLE, to).find((element) => placeOf(element) === key);
}

/** Fields and what can be unfolded, by what they are; numbers of what is folded in may differ. */
function draftsIn(main: HTMLElement): Map<string, HTMLInputElement & HTMLDetailsElement> {
  const all = findAll<HTMLInputElement & HTMLDetailsElement>("details, input:not([type=hidden])", main);
  return new Map(all.map((each) => [placeOf(each), each]));
}

function placeOf(element: HTMLElement): string {
  const { name, value } = element as HTMLInputElement;
  if (element.id || name) return element.id || `${name} ${value}`;
  const label = element.matches("details") ? element.firstElementChild : element;
  return `${element.localName} ${label?.textContent?.split("(")[0]}`;
}
