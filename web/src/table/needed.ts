// What a table does not need at once, script and styles, when it is needed.
import { styled } from "../ui/dom.ts";

export async function later(): Promise<typeof import("../later.ts")> {
  const [part] = await Promise.all([import("../later.ts"), styled(document.body.dataset.later)]);
  return part;
}
