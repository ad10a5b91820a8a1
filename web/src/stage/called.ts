// Who sits where, in the drawing: what it names by the colour of a seat gets the name of whoever plays there.
import { findAll } from "../ui/dom.ts";

/** The names of the players by seat; undefined for a seat that is free. */
export type Names = readonly (string | undefined)[];

/** Put the names in: as the text, and at the beginning of what is said of something. */
export function callByName(root: ParentNode, names: Names): void {
  for (const each of findAll<SVGElement>("[data-called]", root)) {
    const { called = "", player } = each.dataset;
    const name = names[Number(player)];
    if (!name) continue;
    const said = each.getAttribute("aria-label");
    if (said?.startsWith(called)) each.setAttribute("aria-label", name + said.slice(called.length));
    if (each.textContent === called) each.textContent = name;
  }
}

/** Cut names that are wider than the room for them, in drawing units. */
export function cutNames(root: ParentNode): void {
  for (const each of findAll<SVGTextElement>("text[data-room]", root)) {
    const whole = each.textContent ?? "";
    for (
      let length = whole.length - 1;
      length > 0 && each.getComputedTextLength() > Number(each.dataset.room);
      length--
    )
      each.textContent = `${whole.slice(0, length).trimEnd()}…`;
  }
}
