// A page that the server makes, and that is about what goes on: it looks whether there is something new.
import { find } from "./dom.ts";
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
    main.replaceWith(next);
    tellTimes();
    sendForms();
    if (stream) find("#news").textContent = find("section", next).textContent;
  };
  const again = () => void look().catch(() => {});
  if (stream) new EventSource(stream).addEventListener("event", again);
  else setInterval(again, POLL_INTERVAL);
}
