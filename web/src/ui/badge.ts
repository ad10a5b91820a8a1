// How many games wait for the person at this device, in the tab's title and icon.
import { find } from "./dom.ts";

let title = document.title;
let waiting = 0;

/** What the window is called, but for the number. */
export function entitle(said: string): void {
  title = said;
  document.title = waiting ? `(${waiting}) ${title}` : title;
}

export function badge(count: number): void {
  if (count === waiting) return;
  waiting = count;
  entitle(title);
  void mark(count > 0);
}

/** A dot in the icon's corner. */
async function mark(on: boolean): Promise<void> {
  const icon = find<HTMLLinkElement>("link[rel=icon]");
  icon.dataset.plain ??= icon.href;
  const { plain } = icon.dataset;
  const drawn = on ? await fetch(plain).then((answer) => answer.text()) : "";
  const dot = '<circle cx="18" cy="6" r="6" fill="#ffb81c" stroke="#22262b" stroke-width="1.5"/></svg>';
  if (on !== waiting > 0) return; // it has changed meanwhile
  icon.href = on ? `data:image/svg+xml,${encodeURIComponent(drawn.replace("</svg>", dot))}` : plain;
}
