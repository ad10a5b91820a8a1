// What a table does not need at once, script and styles, when it is needed.
import { loadStyle } from "../ui/dom.ts";
import { loadPart } from "../ui/update.ts";

/** Never rejects: what can't be loaded is loaded later, after a reload if need be. */
export async function loadLazily(): Promise<typeof import("../later.ts")> {
  const [part] = await Promise.all([loadPart(() => import("../later.ts")), loadStyle(document.body.dataset.later)]);
  return part;
}
