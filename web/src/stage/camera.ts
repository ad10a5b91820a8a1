// What of the board is shown: all of it, or a part that is nearer. A decision begins with all places that can be touched in
// sight: nearer where a finger can tell all of them apart then, else on the whole board, where `Picking` makes them safe.
import { button, find, findAll } from "../ui/dom.ts";
import { textZoom } from "../ui/text-size.ts";
import { t } from "../ui/translations.ts";
import { around, type Box, covers, inside, leastGap, middle } from "./boxes.ts";
import { Gestures } from "./gestures.ts";
import { fitLettering, scaleOf } from "./lettering.ts";
import { type Goal, OffscreenIndicators } from "./offscreen-indicators.ts";
import { hitArea } from "./picking.ts";

const FINGER = 44.5; // px that places are apart at least
const MOUSE = 40.5;
const AT_TWICE_THE_SIZE = 24.5;
/** Times the whole board's scale. */
const MAX_ZOOM = 5;
const STEP = 2;
/** From so much on the board comes nearer by itself: places farther apart can be touched on the whole board as well. */
const WORTH_COMING = 1.5;
const EDGE = 14; // px that stay around what is staged

export class Camera {
  private whole: Box = { x: 0, y: 0, width: 1, height: 1 };
  private near = 1;
  private centre = { x: 0, y: 0 };
  /** The player has chosen what to see: it stays so. */
  private chosen = false;
  /** It comes near for every small place: the board shows it well, as a lesson wants, but moves more often. */
  isEager = false;
  /** Called whenever the visible part of the board changes. */
  onChange: () => void = () => undefined;
  private readonly press: HTMLButtonElement;
  private readonly edges: OffscreenIndicators;

  constructor(
    private readonly host: HTMLElement,
    tools = find("#camera"),
  ) {
    this.press = button("", () => this.toggle(), { class: "zoom", "aria-label": t("Show whole board") });
    tools.append(this.press);
    this.edges = new OffscreenIndicators(tools, this.press, (box) =>
      this.choose(this.near, middle(box).x, middle(box).y),
    );
    new Gestures(find(".map"), {
      near: () => this.near,
      zoom: (factor, x, y) => this.zoomAt(factor, x, y),
      move: (dx, dy) => this.move(dx, dy),
      toggle: (x, y) => this.toggleAt(x, y),
    });
    new ResizeObserver(() => this.resized()).observe(host);
    host.addEventListener("focusin", (event) => this.reveal(event.target as Element));
  }

  get isNear(): boolean {
    return this.near > 1;
  }

  get canApproach(): boolean {
    return this.near < MAX_ZOOM;
  }

  /** The board has been drawn anew. */
  update(): void {
    const box = this.host.querySelector("svg")?.getAttribute("viewBox")?.split(" ").map(Number) ?? [];
    const [x = 0, y = 0, width = 1, height = 1] = box;
    this.whole = { x, y, width, height };
    if (this.near === 1) this.centre = { x: x + width / 2, y: y + height / 2 };
    this.apply();
  }

  /** Others are to move: what came nearer for the viewer's places shows the whole board again. */
  leave(): void {
    if (this.chosen) return;
    this.near = 1;
    this.update();
    this.point([]);
  }

  /** Something new is to be decided: where only a part is shown its places count, not what was looked at before. */
  forget(): void {
    if (this.near > 1) this.chosen = false;
  }

  /** Which places can be touched now: come near enough for a finger, and to where they are. */
  attend(open: SVGGraphicsElement[]): void {
    const boxes = open.map((each) => this.boxOf(hitArea(each)));
    if (boxes.length && !boxes.some((box) => inside(box, this.view()))) this.chosen = false;
    if (!this.chosen) this.showAll(boxes);
    this.point(boxes);
  }

  /** Nearer to a point of the screen, or the whole board again. */
  toggleAt(x: number, y: number): void {
    this.toggle(this.unitAt(x, y));
  }

  toggle({ x, y } = this.centre): void {
    this.choose(this.near > 1 ? 1 : STEP, x, y);
  }

  // --- What is shown --------------------------------------------------------------------------------------------------

  private resized(): void {
    if (!this.chosen) this.showAll(this.targets);
    this.apply();
    this.point(this.targets);
  }

  /** All of some places, and where the viewer is: as near as a finger needs if that has room, else the whole board. */
  private showAll(boxes: Box[]): void {
    if (!boxes.length) return;
    const all = around([...boxes, ...this.own().map(({ box }) => box)]);
    const near = this.touchable(boxes);
    const [scale, { clientWidth, clientHeight }] = [this.wholeScale() * near, this.host];
    const fits = all.width * scale <= clientWidth - 2 * EDGE && all.height * scale <= clientHeight - 2 * EDGE;
    this.near = fits && near > WORTH_COMING ? near : 1;
    this.centre = middle(all);
    this.apply();
  }

  /** How near the board must come for a finger to tell some places apart: a small one is touched around it as well. */
  private touchable(boxes: Box[]): number {
    const sizes = boxes.map(({ width, height }) => Math.min(width, height));
    const least = this.isEager ? Math.min(...sizes) : leastGap(boxes);
    return Math.min(MAX_ZOOM, Math.max(1, leastTouch() / (least * this.wholeScale())));
  }

  /** A touch could have meant several places: zoom in until they are distinguishable. */
  approach(x: number, y: number): void {
    const at = this.unitAt(x, y);
    this.choose(Math.max(STEP, this.touchable(this.targets)), at.x, at.y);
  }

  private choose(near: number, x: number, y: number): void {
    this.chosen = true;
    this.near = Math.min(MAX_ZOOM, Math.max(1, near));
    this.centre = { x, y };
    this.apply();
    this.point(this.targets);
  }

  /** Keep the unit under a point of the screen where it is. */
  private zoomAt(factor: number, x: number, y: number): void {
    const at = this.unitAt(x, y);
    const near = Math.min(MAX_ZOOM, Math.max(1, this.near * factor));
    const left = this.near / near;
    this.choose(near, at.x + (this.centre.x - at.x) * left, at.y + (this.centre.y - at.y) * left);
  }

  private move(dx: number, dy: number): void {
    const scale = this.wholeScale() * this.near;
    this.choose(this.near, this.centre.x - dx / scale, this.centre.y - dy / scale);
  }

  /** A piece that has the focus comes into sight. */
  reveal(piece: Element): void {
    if (this.near === 1 || !(piece instanceof SVGGraphicsElement)) return;
    const box = this.boxOf(piece);
    if (inside(box, this.view())) return;
    this.centre = middle(box);
    this.apply();
    this.point(this.targets);
  }

  /** These pieces come into sight, whole and together. */
  include(...pieces: SVGGraphicsElement[]): void {
    const boxes = pieces.map((piece) => this.boxOf(piece)).filter(({ width }) => width);
    if (this.near === 1 || !boxes.length) return;
    const [box, view] = [around(boxes), this.view()];
    if (covers(box, [view]) >= 0.99 * box.width * box.height) return;
    this.near = Math.max(1, this.near * Math.min(1, view.width / box.width, view.height / box.height));
    this.centre = middle(box);
    this.apply();
    this.point(this.targets);
  }

  private apply(): void {
    const svg = this.host.querySelector("svg");
    if (!svg || !this.host.clientWidth) return;
    this.keepInside();
    this.place(svg.style);
    this.host.classList.toggle("near", this.near > 1);
    this.press.hidden = isByFinger() && this.near === 1;
    this.press.setAttribute("aria-label", this.near > 1 ? t("Show whole board") : t("Zoom in"));
    this.press.replaceChildren(glyph(this.near > 1 ? "fit" : "near"));
    fitLettering(this.host);
    this.onChange();
  }

  /** The drawing lies larger than its host, so that the middle of what is shown comes to the host's middle. */
  private place(style: CSSStyleDeclaration): void {
    const [scale, { x, y }] = [this.wholeScale() * this.near, middle(this.whole)];
    style.width = style.height = `${this.near * 100}%`;
    style.left = `${((1 - this.near) * this.host.clientWidth) / 2 - (this.centre.x - x) * scale}px`;
    style.top = `${((1 - this.near) * this.host.clientHeight) / 2 - (this.centre.y - y) * scale}px`;
  }

  private keepInside(): void {
    const { whole, centre } = this;
    const { width, height } = this.view();
    centre.x = clampMiddle(centre.x, whole.x, whole.width, width);
    centre.y = clampMiddle(centre.y, whole.y, whole.height, height);
  }

  private view(): Box {
    const scale = this.wholeScale() * this.near;
    const [width, height] = [this.host.clientWidth / scale, this.host.clientHeight / scale];
    return { x: this.centre.x - width / 2, y: this.centre.y - height / 2, width, height };
  }

  /** Pixels for a unit when the whole board is shown. */
  private wholeScale(): number {
    return Math.min(this.host.clientWidth / this.whole.width, this.host.clientHeight / this.whole.height);
  }

  // --- Off-screen indicators ------------------------------------------------------------------------------------------

  private targets: Box[] = [];

  /** Show the way to what can be touched outside of what is shown, and to the viewer's goals there. */
  private point(boxes: Box[]): void {
    this.targets = boxes;
    this.edges.clear();
    this.clearButton(boxes);
    if (this.near === 1) return;
    const goals = this.goals();
    this.edges.draw(boxes, goals, this.view());
  }

  /** The button goes up where it would cover places or what is staged; where it would there too, touches go through it. */
  private clearButton(boxes: Box[]): void {
    const obstacles = [...boxes, ...findAll("#ghost.staged", this.host).map((each) => this.boxOf(each))];
    this.press.classList.remove("aloft", "faint");
    for (const way of ["aloft", "faint"])
      if (covers(this.boxOf(this.press), obstacles) > 0) this.press.classList.add(way);
  }

  private goals(): Goal[] {
    return findAll<SVGGraphicsElement>("[data-goal]", this.host).map((each) =>
      this.goal(each, each.dataset.goal ?? ""),
    );
  }

  /** Where the viewer is, in titles in which somebody is somewhere. */
  private own(): Goal[] {
    return findAll<SVGGraphicsElement>("[data-own]", this.host).map((each) => this.goal(each, ""));
  }

  private goal(each: SVGGraphicsElement, name: string): Goal {
    return { name, look: /seat-\d/.exec(each.getAttribute("class") ?? "")?.[0] ?? "", box: this.boxOf(each) };
  }

  private boxOf(element: Element): Box {
    const box = element.getBoundingClientRect();
    const { x, y } = this.unitAt(box.x, box.y);
    const scale = scaleOf(this.host.firstElementChild) || 1;
    return { x, y, width: box.width / scale, height: box.height / scale };
  }

  private unitAt(x: number, y: number): { x: number; y: number } {
    const svg = this.host.querySelector("svg");
    const matrix = svg?.getScreenCTM();
    return matrix ? new DOMPoint(x, y).matrixTransform(matrix.inverse()) : { x: 0, y: 0 };
  }
}

function isByFinger(): boolean {
  return matchMedia("(pointer: coarse)").matches;
}

/** Pixels that a place must have for a touch to be sure. */
export function leastTouch(): number {
  if (isByFinger()) return FINGER;
  return innerHeight / textZoom() < 600 ? AT_TWICE_THE_SIZE : MOUSE;
}

/** A middle from which no more than the ground's edge is shown. */
function clampMiddle(at: number, from: number, size: number, shown: number): number {
  const half = shown / 2;
  return shown >= size ? from + size / 2 : Math.min(Math.max(at, from + half), from + size - half);
}

/** One of the page's own small signs, which the template brings. */
function glyph(name: string): Element {
  return (find<HTMLTemplateElement>(`#glyph-${name}`).content.cloneNode(true) as DocumentFragment)
    .firstElementChild as Element;
}
