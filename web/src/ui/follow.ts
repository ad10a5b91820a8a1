// A page that the server makes, and that is about what goes on: it looks now and then whether there is something new.
import { find } from "./dom.ts";
import { sendForms } from "./forms.ts";
import { tellTimes } from "./times.ts";

const POLL_INTERVAL = 10_000; // ms

/** `main[data-follow]` is replaced by what the server says now, unless somebody is at a form in it. */
export function follow(): void {
  let currentHtml = find("main").innerHTML; // as the server has said it: nothing has changed it yet
  const look = async (): Promise<void> => {
    const main = document.querySelector("main[data-follow]");
    if (!main || document.hidden || main.querySelector("form :focus, details[open]")) return;
    const html = await fetch(location.href).then((answer) => (answer.ok ? answer.text() : ""));
    const next = new DOMParser().parseFromString(html, "text/html").querySelector("main");
    if (!next || next.innerHTML === currentHtml) return;
    currentHtml = next.innerHTML;
    main.replaceWith(next);
    tellTimes();
    sendForms();
  };
  setInterval(() => void look().catch(() => {}), POLL_INTERVAL);
}
