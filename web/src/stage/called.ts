// Who sits where, in the drawing: what it names by the colour of a seat gets the name of whoever plays there.
import { findAll } from "../ui/dom.ts";

/** The names of the players by seat; undefined for a seat that is free. */
export type Names = readonly (string | undefined)[];

/** Put the names in: as the text, and in what is said of something. */
export function callByName(root: ParentNode, names: Names): void {
  for (const each of findAll<SVGElement>("[data-called]", root)) {
    const { called = "", player = "" } = each.dataset;
    const seats = player.split(",");
    const players = new Map(called.split(",").map((word, index) => [word, names[Number(seats[index])]]));
    const [said, title] = [each.getAttribute("aria-label"), each.querySelector(":scope > title")];
    if (said) each.setAttribute("aria-label", sayNames(said, players));
    if (title) title.textContent = sayNames(title.textContent, players);
    if (each.textContent === called) each.textContent = players.get(called) ?? called;
  }
}

/** All in one go, so that nobody who is called like a colour is renamed. */
export function sayNames(said: string, players: ReadonlyMap<string, string | undefined>): string {
  return said.replace(/\p{L}+/gu, (word) => players.get(word) ?? word);
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
