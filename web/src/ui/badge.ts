// How many games wait for the person at this device, in the tab's title and icon.
import { find } from "./dom.ts";

let title = document.title;
let waiting = 0;

/** What the window is called, but for the number. */
export function entitle(heading: string): void {
  title = heading;
  document.title = waiting ? `(${waiting}) ${title}` : title;
}

export function badge(count: number): void {
  if (count === waiting) return;
  waiting = count;
  entitle(title);
  const icon = find<HTMLLinkElement>("link[rel=icon]");
  icon.href = icon.href.replace(/\w+\.svg/, count ? "waiting.svg" : "icon.svg"); // with a dot in its corner, or plain
}
