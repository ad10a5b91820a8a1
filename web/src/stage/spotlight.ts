// The light on what a sentence speaks of: a mask with rounded holes over the darkened board, a gold edge around each, and
// two rings that pulse where the next touch is due.
import { findAll } from "../ui/dom.ts";
import { around, type Box } from "./boxes.ts";
import { boxOf } from "./highlights.ts";

const NAMESPACE = "http://www.w3.org/2000/svg";
const ROUND = 18;
const RINGS = 8; // px between two rings

export class Spotlight {
  private readonly layer: SVGElement;
  private groups: string[][] = [];
  private kept: string[][] | undefined;
  private due: Set<string> = new Set();

  /** It covers the map; what is lit may lie beside it, too. */
  constructor(
    private readonly map: Element,
    /** How it looks, and how many px around what is lit are lit, too. */
    private readonly kind = { look: "", wider: 9 },
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
    const due = [...this.due].flatMap((id) => boxesOf([id], this.map).slice(0, 1));
    return [
      ...due.map((box) => wider(box, Math.max(0, ringOf(box) - Math.min(box.width, box.height) / 2))),
      ...this.lit(this.groups),
    ];
  }

  private lit(groups: string[][]): Box[] {
    return groups.flatMap((ids) => {
      const boxes = boxesOf(ids, this.map);
      return boxes.length ? [wider(around(boxes), this.kind.wider)] : [];
    });
  }

  /** Again where the board is shown otherwise. */
  draw(): void {
    if (!this.groups.length && !this.kept) return this.layer.replaceChildren();
    const { x, y, width, height } = this.map.getBoundingClientRect();
    const whole = { x: String(x), y: String(y), width: String(width), height: String(height) };
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
    for (const id of this.due) this.layer.append(...piecesOf(id).slice(0, 1).flatMap(rings));
  }
}

/** Whether it is what a drawing holds ready for a scene: that is lit by its shape, not by its box. */
function isScene(ids: string[]): boolean {
  return ids.some((id) => piecesOf(id).some((piece) => piece.matches("[data-scene]")));
}

const MARGIN = "44"; // units around the lines of a scene

/** What a scene draws, as holes of the mask. */
function shapeOf(scene: Element): SVGElement[] {
  return findAll<SVGGraphicsElement>(":scope > path, :scope > circle, [data-run] > path", scene).map((part) => {
    const copy = part.cloneNode() as SVGElement;
    const { a, b, c, d, e, f } = part.getScreenCTM() ?? new DOMMatrix();
    const look = { fill: part.closest("[data-run]") ? "none" : "#000", stroke: "#000", "stroke-width": MARGIN };
    copy.removeAttribute("class");
    set(copy, { ...look, "stroke-linejoin": "round", transform: `matrix(${a} ${b} ${c} ${d} ${e} ${f})` });
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
  if (!box?.width) return [];
  const around = map.contains(piece) ? map : piece.closest(".more, .between, .dock");
  const frame = (around ?? document.body).getBoundingClientRect();
  const [left, top] = [Math.max(box.left, frame.left), Math.max(box.top, frame.top)];
  const [right, foot] = [Math.min(box.right, frame.right), Math.min(box.bottom, frame.bottom)];
  return right > left && foot > top ? [{ x: left, y: top, width: right - left, height: foot - top }] : [];
}

function wider({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

function hole({ x, y, width, height }: Box, look: Record<string, string>): SVGElement {
  const round = String(Math.min(ROUND, width / 2, height / 2));
  const frame = { x: String(x), y: String(y), width: String(width), height: String(height) };
  return svgElement("rect", { ...frame, rx: round, ...look });
}

function rings(piece: Element): SVGElement[] {
  const box = boxOf(piece);
  if (!box?.width) return [];
  const middle = { cx: String(box.x + box.width / 2), cy: String(box.y + box.height / 2) };
  return [0, RINGS].map((less) => svgElement("circle", { ...middle, r: String(ringOf(box) - less), class: "pulse" }));
}

/** The radius of the outer of two rings around something. */
function ringOf({ width, height }: Pick<Box, "width" | "height">): number {
  return RINGS + Math.max(24, Math.min(56, Math.min(width, height) * 0.45));
}

function svgElement(tag: string, attributes: Record<string, string>): SVGElement {
  const element = document.createElementNS(NAMESPACE, tag) as SVGElement;
  set(element, attributes);
  return element;
}

function set(element: Element, attributes: Record<string, string>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}
