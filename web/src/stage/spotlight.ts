// The light on what a sentence speaks of: a mask with rounded holes over the darkened board, a gold edge around each, and
// two rings that pulse where the next touch is due.
import { findAll } from "../ui/dom.ts";
import { around, type Box, middle } from "./boxes.ts";
import { boxOf } from "./highlights.ts";

const NAMESPACE = "http://www.w3.org/2000/svg";
const ROUND = 18;
const RINGS = 8; // px between two rings
const EDGE = 2; // px, half of a gold edge

export class Spotlight {
  private readonly layer: SVGElement;
  private groups: string[][] = [];
  private kept: string[][] | undefined;
  private due: Set<string> = new Set();

  /** It covers the map; what is lit may lie beside it, too. */
  constructor(
    private readonly map: Element,
    /** How it looks, and how many px around what is lit are lit, too. */
    private readonly kind = { look: "", wider: 6 },
  ) {
    this.layer = svgElement("svg", { class: `spotlight ${kind.look}`, "aria-hidden": "true" });
    document.body.append(this.layer);
  }

  /** Light these groups of things; none: all lights on, unless there are some that are `kept` lit, without an edge. */
  show(groups: string[][], kept?: string[][]): void {
    this.groups = groups;
    this.kept = kept;
    this.draw();
  }

  /** Another look, until the next one. */
  tone(look: string): void {
    this.layer.setAttribute("class", `spotlight ${this.kind.look} ${look}`);
  }

  /** What is to be touched next. */
  get next(): Element[] {
    return [...this.due].flatMap((id) => piecesOf(id).slice(0, 1));
  }

  /** What is lit, group by group. */
  get pieces(): Element[][] {
    return this.groups.map((ids) => ids.flatMap(piecesOf));
  }

  /** Where the next touch is due: of several ways to begin, that which is lit. */
  await(due: Set<string>): void {
    const lit = this.groups.flat().filter((id) => due.has(id));
    this.due = lit.length ? new Set(lit) : due;
    this.draw();
  }

  /** On the screen, what is to be touched next, and each group that is in sight. */
  get targets(): Box[] {
    const due = this.next.flatMap((piece) => visibleBoxes(piece, this.map));
    return [
      ...due.map((box) => wider(box, Math.max(0, ringOf(box) - Math.min(box.width, box.height) / 2))),
      ...this.lit(this.groups),
    ];
  }

  private lit(groups: string[][]): Box[] {
    return groups.flatMap((ids) => {
      const all = boxesOf(ids, this.map);
      const boxes = this.kind.look === "ring" ? all.slice(0, 1) : all; // one of its kind: around all, a ring would cross captions
      return boxes.length ? clip(wider(around(boxes), this.kind.wider), shownWindow()) : [];
    });
  }

  /** Again where the board is shown otherwise. */
  draw(): void {
    if (!this.groups.length && !this.kept) return this.layer.replaceChildren();
    const { x, y, width, height } = this.map.getBoundingClientRect();
    const whole = { x, y, width, height };
    const mask = svgElement("mask", { id: "lit", maskUnits: "userSpaceOnUse", ...whole });
    const all = [...this.groups, ...(this.kept ?? [])];
    const labels = findAll(".gain-pill", this.map).map((label) => label.getBoundingClientRect()); // whole, where a light ends
    const holes = [...this.lit(all.filter((ids) => !isScene(ids))), ...labels].map((box) =>
      hole(box, { fill: "#000" }),
    );
    const shapes = all.filter(isScene).flatMap((ids) => ids.flatMap(piecesOf).flatMap(shapeOf));
    mask.append(svgElement("rect", { ...whole, fill: "#fff" }), ...holes, ...shapes);
    const edges = this.lit(this.groups.filter((ids) => !isScene(ids))).map((box) => hole(box, { class: "edge" }));
    this.layer.replaceChildren(mask, svgElement("rect", { ...whole, class: "dark", mask: "url(#lit)" }), ...edges);
    this.layer.append(...this.next.flatMap(rings));
  }
}

/** Whether it is what a drawing holds ready for a scene: that is lit by its shape, not by its box. */
function isScene(ids: string[]): boolean {
  return ids.some((id) => piecesOf(id).some((piece) => piece.matches("[data-scene]")));
}

const MARGIN = 44; // units around the lines of a scene

/** What a scene draws, as holes of the mask. */
function shapeOf(scene: Element): SVGElement[] {
  return findAll<SVGGraphicsElement>(":scope > path, :scope > circle, [data-run] > path", scene).map((part) => {
    const copy = part.cloneNode() as SVGElement;
    const { a, b, c, d, e, f } = part.getScreenCTM() ?? new DOMMatrix();
    const look = { fill: part.closest("[data-run]") ? "none" : "#000", stroke: "#000", "stroke-width": MARGIN };
    set(copy, { ...look, class: "", "stroke-linejoin": "round", transform: `matrix(${[a, b, c, d, e, f]})` });
    return copy;
  });
}

/** What an id means: what is touched by it, else a button that stands for it or an element of the drawing. */
export function piecesOf(id: string): Element[] {
  const name = CSS.escape(id);
  const touched = findAll(`:is(.map, .aside, .dock) [data-touch="${name}"]`);
  return touched.length
    ? touched
    : findAll(`:is(.map, .aside, .dock) :is([data-choice="${name}"], [data-about="${name}"], #${name})`);
}

/** The places of things on the screen, as far as they are in sight. */
export function boxesOf(ids: string[], map: Element): Box[] {
  return ids.flatMap(piecesOf).flatMap((piece) => visibleBoxes(piece, map));
}

/** Its place on the screen, as far as it is in sight. */
function visibleBoxes(piece: Element, map: Element): Box[] {
  const box = boxOf(piece);
  const frame = map.contains(piece) ? map : (piece.closest(".more, .between, .dock") ?? document.body);
  return box ? clip(box, frame.getBoundingClientRect()) : [];
}

/** The part of a box inside a frame, if there is any. */
function clip(box: Box, frame: Box): Box[] {
  const [x, y] = [Math.max(box.x, frame.x), Math.max(box.y, frame.y)];
  const width = Math.min(box.x + box.width, frame.x + frame.width) - x;
  const height = Math.min(box.y + box.height, frame.y + frame.height) - y;
  return width > 0 && height > 0 ? [{ x, y, width, height }] : [];
}

/** Where a gold edge is whole. */
function shownWindow(): Box {
  return wider({ x: 0, y: 0, width: innerWidth, height: innerHeight }, -EDGE);
}

function wider({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

function hole({ x, y, width, height }: Box, look: Attributes): SVGElement {
  return svgElement("rect", { x, y, width, height, rx: Math.min(ROUND, width / 2, height / 2), ...look });
}

function rings(piece: Element): SVGElement[] {
  const box = boxOf(piece);
  if (!box?.width) return [];
  const { x: cx, y: cy } = middle(box);
  return [0, RINGS].map((less) => svgElement("circle", { cx, cy, r: Math.max(0, ringOf(box) - less), class: "pulse" }));
}

/** The radius of the outer of two rings around something; at the edge of the window they are smaller, to be whole. */
function ringOf(box: Box): number {
  const { x, y } = middle(box);
  const largest = Math.min(x, y, innerWidth - x, innerHeight - y) - EDGE;
  return Math.min(largest, RINGS + Math.max(24, Math.min(56, Math.min(box.width, box.height) * 0.45)));
}

type Attributes = Record<string, string | number>;

function svgElement(tag: string, attributes: Attributes): SVGElement {
  const element = document.createElementNS(NAMESPACE, tag) as SVGElement;
  set(element, attributes);
  return element;
}

function set(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, `${value}`);
}
