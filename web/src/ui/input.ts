// What was used last, also on the page before: a kind of pointer, or the keys with which one moves through a page.
import { session } from "./storage.ts";

const STORED = "quartier.input";
let last = session.get(STORED) ?? "";

addEventListener("pointerdown", ({ pointerType }) => note(pointerType), true);
addEventListener("keydown", ({ key, target }) => isNavigation(key, target) && note("key"), true);

function note(input: string): void {
  if (input === last) return;
  last = input;
  session.set(STORED, input);
}

/** Keys in a field may be those of a touch screen. */
function isNavigation(key: string, target: EventTarget | null): boolean {
  return key === "Tab" || (/^(Arrow.+|Enter| )$/.test(key) && !isTyping(target));
}

/** "key", or a kind of pointer; "" before the first. */
export function lastInput(): string {
  return last;
}

export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, textarea, select") !== null;
}
