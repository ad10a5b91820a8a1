// What a table does not need at once, script and styles, when it is needed.
import { loadStyle } from "../ui/dom.ts";

export async function loadLazily(): Promise<typeof import("../later.ts")> {
  const [part] = await Promise.all([import("../later.ts"), loadStyle(document.body.dataset.later)]);
  return part;
}
