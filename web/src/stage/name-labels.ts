// Who sits where, in the drawing: what it names by the colour of a seat gets the name of whoever plays there, and the face.
import { findAll } from "../ui/dom.ts";

/** The names of the players by seat; undefined for a seat that is free. */
export type Names = readonly (string | undefined)[];

/** The ids of the players' faces among the page's symbols, by look. */
export type Faces = ReadonlyMap<number, string>;

/** Where a symbol of a face lies around (0, 0), as the page defines it. */
const FACE = { x: "-12.5", y: "-16.5", width: "25", height: "29" };

/** Put the names in: as the text, and in what is said of something. */
export function insertNames(root: ParentNode, names: Names): void {
  for (const element of findAll<SVGElement>("[data-called]", root)) {
    const { called = "", player = "" } = element.dataset;
    const seats = player.split(",");
    const players = new Map(called.split(",").map((word, index) => [word, names[Number(seats[index])]]));
    const label = element.getAttribute("aria-label");
    if (label) element.setAttribute("aria-label", replaceNames(label, players));
    if (element.textContent === called) element.textContent = players.get(called) ?? called;
  }
}

/** All in one go, so that nobody who is called like a colour is renamed. */
export function replaceNames(text: string, players: ReadonlyMap<string, string | undefined>): string {
  return text.replace(/\p{L}+/gu, (word) => players.get(word) ?? word);
}

/** Put the faces in: drawings have those of people. */
export function showFaces(root: ParentNode, faces: Faces): void {
  for (const holder of findAll<SVGElement>("[data-face]", root)) {
    const id = faces.get(Number(holder.dataset.face));
    if (!id) continue;
    const face = document.createElementNS("http://www.w3.org/2000/svg", "use");
    for (const [name, value] of Object.entries({ href: `#${id}`, ...FACE })) face.setAttribute(name, value);
    holder.replaceChildren(face);
  }
}

/** Cut names that are wider than the room for them, in drawing units. */
export function cutNames(root: ParentNode): void {
  for (const text of findAll<SVGTextElement>("text[data-room]", root)) {
    const whole = text.textContent ?? "";
    for (
      let length = whole.length - 1;
      length > 0 && text.getComputedTextLength() > Number(text.dataset.room);
      length--
    )
      text.textContent = `${whole.slice(0, length).trimEnd()}…`;
  }
}
