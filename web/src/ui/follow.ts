// A page that the server makes, and that is about what goes on: it looks whether there is something new.
import { find, findAll } from "./dom.ts";
import { sendForms } from "./forms.ts";
import { tellTimes } from "./times.ts";

const POLL_INTERVAL = 10_000; // ms

/** `main[data-follow]` is replaced by what the server says now, unless a form in it is in use: now and then, or after each
    event of the stream that it names; then its first section is also said. */
export function follow(): void {
  let currentHtml = find("main").innerHTML; // as the server has said it: nothing has changed it yet
  const stream = find("main").dataset.follow;
  const look = async (): Promise<void> => {
    const main = document.querySelector<HTMLElement>("main[data-follow]");
    if (!main || (!stream && (document.hidden || main.querySelector("form :focus, details[open]")))) return;
    const html = await fetch(location.href).then((answer) => (answer.ok ? answer.text() : ""));
    const next = new DOMParser().parseFromString(html, "text/html").querySelector("main");
    if (!next || next.innerHTML === currentHtml || (stream && next.dataset.version === main.dataset.version)) return;
    currentHtml = next.innerHTML;
    const focused = keepDraft(main, next);
    main.replaceWith(next);
    focused?.focus({ preventScroll: true });
    tellTimes();
    sendForms();
    if (stream) find("#news").textContent = find("section", next).textContent;
  };
  const again = () => void look().catch(() => {});
  if (stream) new EventSource(stream).addEventListener("event", again);
  else setInterval(again, POLL_INTERVAL);
}

/** What somebody has typed, chosen and unfolded stays, as far as the new page has it, too; the result is what has the focus. */
function keepDraft(from: HTMLElement, to: HTMLElement): HTMLElement | undefined {
  const headings = new Set(findAll("details[open] > summary", from).map(headingOf));
  for (const summary of findAll("details > summary", to)) {
    if (headings.has(headingOf(summary))) summary.parentElement?.setAttribute("open", "");
  }
  let focused: HTMLElement | undefined;
  for (const field of findAll<HTMLInputElement>("input:not([type=hidden])", from)) {
    const same = findAll<HTMLInputElement>("input", to).find((other) => isSame(field, other));
    if (!same) continue;
    if (same.type === "radio") same.checked = field.checked;
    else same.value = field.value;
    if (field === document.activeElement) focused = same;
  }
  return focused;
}

/** Without the number of what is folded in. */
function headingOf(summary: Element): string {
  return summary.textContent?.replace(/ \(.*/, "") ?? "";
}

function isSame(one: HTMLInputElement, other: HTMLInputElement): boolean {
  const place = ({ id, name, type, value, form }: HTMLInputElement) =>
    [form?.id, id, name, type, type === "radio" && value].join();
  return place(one) === place(other);
}
