// The drawn table: SVG parts (board, aside and hand) that are morphed, marked and touched by id.
import { Idiomorph } from "idiomorph";
import type { View } from "../net/types.ts";
import { find, findAll } from "../ui/dom.ts";
import { Camera, leastTouch } from "./camera.ts";
import { growInto } from "./growing.ts";
import { fitLettering } from "./lettering.ts";
import { cutNames, type Faces, insertNames, type Names, showFaces } from "./name-labels.ts";
import { candidate, nearestOf, type SEVERAL } from "./picking.ts";

export const TOUCHABLE = "[data-touch]";

export interface Marks {
  /** Ids that continue what is touched. */
  next: Set<string>;
  touched: string[];
  /** Ids that could be touched instead of the last one. */
  instead: Set<string>;
}

/** A drawing as an element. */
function parseSvg(svg: string): Element | undefined {
  const template = document.createElement("template");
  template.innerHTML = svg;
  return template.content.firstElementChild ?? undefined;
}

export class Board {
  private readonly hosts = { board: find("#board-part"), aside: find("#aside-part"), hand: find("#hand-part") };
  readonly camera = new Camera(this.hosts.board);
  /** Who sits where, for what is drawn from now on. */
  names: Names = [];
  faces: Faces = new Map();

  constructor() {
    const observer = new ResizeObserver(() => this.fitBeside());
    for (const host of [this.hosts.aside, this.hosts.hand]) observer.observe(host);
  }

  /** What stands beside the board has changed its place, or what is around it has. */
  fitBeside(): void {
    const { aside, hand } = this.hosts;
    if (aside.parentElement) growInto(aside.parentElement, aside);
    for (const host of [aside, hand]) {
      fitLettering(host);
      cutNames(host);
    }
  }

  /** Bring all parts to a new drawing; elements with an id stay the same elements. */
  draw(parts: View["parts"]): void {
    this.drawBoard(parts.board);
    this.drawPart(this.hosts.aside, parts.aside);
    this.drawPart(this.hosts.hand, parts.hand);
    this.fitBeside();
  }

  /** Only the board: a moment of the past, with the present hand below. */
  drawBoard(svg: string): void {
    this.drawPart(this.hosts.board, svg);
    const [, , width = 1, height = 1] =
      svg
        .match(/viewBox="([^"]*)"/)?.[1]
        ?.split(" ")
        .map(Number) ?? [];
    this.hosts.board.style.setProperty("--shape", String(width / height));
    this.camera.update();
  }

  private drawPart(host: HTMLElement, svg: string): void {
    const [present, next] = [host.firstElementChild, parseSvg(svg)];
    if (next) insertNames(next, this.names);
    if (next) showFaces(next, this.faces);
    if (present && next) Idiomorph.morph(present, next, { morphStyle: "outerHTML" });
    else host.replaceChildren(...(next ? [next] : []));
    host.classList.toggle("empty", !svg);
    // Pieces are touched one by one, so the drawing is a group of them and not one picture.
    host.firstElementChild?.setAttribute("role", "group");
    // Names stand in aria-label, and the bubble shows them; a <title> would show them a second time.
    for (const title of findAll("title", host)) title.remove();
  }

  /** The piece that was touched last: of two equal ones in the hand it is the one that is held. */
  private chosen: Element | undefined;

  choose(piece: Element): void {
    this.chosen = piece;
  }

  /** Mark the pieces that can be touched and those that are, and tell screen readers. */
  mark({ next, touched, instead }: Marks): void {
    const touchedIds = new Set(touched);
    const spare = this.spare();
    for (const element of this.touchables()) {
      const id = idOf(element);
      const open = next.has(id);
      const isTouched = touchedIds.has(id) && !spare.has(element);
      element.classList.toggle("can-touch", open);
      element.classList.toggle("touched", isTouched);
      element.setAttribute("role", "button");
      setFlag(element, "aria-disabled", !open && !touchedIds.has(id) && !instead.has(id));
      setFlag(element, "aria-pressed", isTouched);
      if (!element.hasAttribute("tabindex")) element.setAttribute("tabindex", "-1");
    }
    for (const host of Object.values(this.hosts)) this.keepOneTabStop(host);
    this.camera.attend(findAll<SVGGraphicsElement>(".can-touch", this.hosts.board));
  }

  /** Of equal pieces in the hand, all but the one that was touched last, or the first. */
  private spare(): Set<Element> {
    const [kept, spare] = [new Map<string, Element>(), new Set<Element>()];
    for (const element of findAll<SVGGraphicsElement>(TOUCHABLE, this.hosts.hand)) {
      const other = kept.get(idOf(element));
      if (!other || element === this.chosen) kept.set(idOf(element), element);
      if (other) spare.add(element === this.chosen ? other : element);
    }
    return spare;
  }

  /** Exactly one touchable of each part is reached by Tab; arrow keys reach the others. */
  private keepOneTabStop(host: HTMLElement): void {
    const all = findAll<SVGGraphicsElement>(TOUCHABLE, host);
    const present = all.filter((element) => element.getAttribute("tabindex") === "0");
    if (present.length === 1) return;
    const chosen = all.find((element) => element.classList.contains("can-touch")) ?? all[0];
    if (chosen) this.moveTabStop(chosen);
  }

  moveTabStop(to: Element): void {
    const host = Object.values(this.hosts).find((part) => part.contains(to));
    if (!host) return;
    for (const element of findAll(TOUCHABLE, host)) element.setAttribute("tabindex", element === to ? "0" : "-1");
  }

  touchables(): SVGGraphicsElement[] {
    return Object.values(this.hosts).flatMap((host) => findAll<SVGGraphicsElement>(TOUCHABLE, host));
  }

  /** Those that lie on the board itself. */
  onBoard(): SVGGraphicsElement[] {
    return findAll<SVGGraphicsElement>(TOUCHABLE, this.hosts.board);
  }

  /** The piece that a touch means, which met `target`; SEVERAL where a finger may mean more than one. */
  pick(event: PointerEvent, target: Element): SVGGraphicsElement | typeof SEVERAL | undefined {
    const exact = target.closest<SVGGraphicsElement>(TOUCHABLE) ?? undefined;
    const { clientX: x, clientY: y, pointerType } = event;
    if (!pointerType || !this.hosts.board.contains(target)) return exact;
    const open = this.onBoard().filter((piece) => !piece.hasAttribute("aria-disabled"));
    const candidates = open.map((piece) => candidate(piece, { x, y }, leastTouch()));
    if (!candidates.some(({ reach }) => reach > 0.5)) return exact;
    return nearestOf(candidates, pointerType === "touch" && this.camera.canApproach) ?? exact;
  }

  byId(id: string): SVGGraphicsElement | undefined {
    return this.touchables().find((element) => idOf(element) === id);
  }

  /** Describe a piece that has the focus to screen readers, beside its name. */
  describeFocused(id: string, text: string): void {
    const piece = document.activeElement;
    if (piece?.matches(TOUCHABLE) && idOf(piece) === id) piece.setAttribute("aria-description", text);
  }

  /** Draw a preview of a move's result, or nothing. */
  ghost(fragment: string, staged: boolean): void {
    const ghostElement = this.hosts.board.querySelector<SVGGraphicsElement>("#ghost");
    if (!ghostElement) return;
    const look = fragment ? (staged ? "staged" : "preview") : "";
    const isNews = ghostElement.innerHTML !== fragment || ghostElement.getAttribute("class") !== look;
    if (ghostElement.innerHTML !== fragment) ghostElement.innerHTML = fragment;
    ghostElement.setAttribute("class", look);
    fitLettering(this.hosts.board);
    if (isNews && staged) this.camera.include(ghostElement);
  }
}

export function idOf(element: Element): string {
  return (element as SVGElement).dataset.touch ?? "";
}

function setFlag(element: Element, name: string, on: boolean): void {
  if (on) element.setAttribute(name, "true");
  else element.removeAttribute(name);
}
