// What a screen reader hears: prompts and log lines, one after the other, politely.
import { find, make } from "./dom.ts";

/** Say a sentence. Each gets a node of its own, so that two quick ones are both heard. */
export function announce(sentence: string): void {
  if (!sentence) return;
  const box = find("#announcer");
  box.append(make("p", {}, sentence));
  while (box.childElementCount > 8) box.firstElementChild?.remove();
}
