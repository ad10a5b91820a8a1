// Dragging, as another way to touch: a piece of the hand follows the finger to its target; over the board, a line is drawn from
// one piece to the next. A drag touches the same ids as taps do, and stages the same moves. Where the map can be moved a finger
// moves it, unless it comes from a piece that is touched already.
import { idOf, TOUCHABLE } from "../stage/board.ts";
import { find } from "../ui/dom.ts";
import { nextTouches, otherTouches, put, stagedMove, type Touches } from "./touches.ts";

const SLIP = 8; // px that a tap may move

interface Grip {
  piece: SVGGraphicsElement;
  pointer: number;
  x: number;
  y: number;
  /** The piece in the air, once the drag has begun. */
  float?: SVGSVGElement;
  begun: boolean;
  fromHand: boolean;
}

export interface DragEvents {
  /** May the player touch anything now? */
  free(): boolean;
  /** Is the board shown so near that it can be moved? */
  near(): boolean;
  touches(): Touches;
  /** Touch without confirming; false when it leads nowhere. */
  put(id: string): boolean;
  clear(): void;
  hover(piece: Element | null): void;
  /** Where a piece of the hand would be put down. */
  under(event: PointerEvent): SVGGraphicsElement | undefined;
  drop(piece: SVGGraphicsElement): void;
}

export class Drag {
  private grip: Grip | undefined;
  private readonly hand = find("#hand-part");

  constructor(
    stage: HTMLElement,
    private readonly events: DragEvents,
  ) {
    stage.addEventListener("pointerdown", (event) => this.grab(event));
    addEventListener("pointermove", (event) => this.move(event));
    addEventListener("pointerup", (event) => this.release(event));
    addEventListener("pointercancel", () => this.end());
    // What a drag has done must not be done again by the click that ends it.
    stage.addEventListener("click", (event) => this.swallow(event), true);
  }

  private dragged = false;

  private swallow(event: Event): void {
    if (this.dragged) event.stopPropagation();
    this.dragged = false;
  }

  private grab(event: PointerEvent): void {
    this.dragged = false;
    const piece = pieceAt(event.target);
    if (!piece || !event.isPrimary || event.button !== 0 || !this.events.free()) return;
    const { pointerId, clientX, clientY } = event;
    this.grip = {
      piece,
      pointer: pointerId,
      x: clientX,
      y: clientY,
      begun: false,
      fromHand: this.hand.contains(piece),
    };
  }

  private move(event: PointerEvent): void {
    const grip = this.grip;
    if (!grip || event.pointerId !== grip.pointer) return;
    if (!grip.begun && !this.begin(grip, event)) return;
    grip.float?.style.setProperty("translate", `${event.clientX}px ${event.clientY}px`);
    if (grip.fromHand) return this.events.hover(this.events.under(event) ?? null);
    const under = pieceUnder(event);
    if (under && nextTouches(this.events.touches()).has(idOf(under))) this.events.put(idOf(under));
  }

  /** The first touch of a drag; a piece that cannot be touched now is not dragged. */
  private begin(grip: Grip, event: PointerEvent): boolean {
    if (Math.hypot(event.clientX - grip.x, event.clientY - grip.y) < SLIP) return false;
    const id = idOf(grip.piece);
    const touches = this.events.touches();
    const isLast = touches.touched.at(-1) === id && !stagedMove(touches);
    const open = nextTouches(touches).has(id) || otherTouches(touches).has(id);
    const may = grip.fromHand || event.pointerType !== "touch" || this.drawsOn(touches, id);
    if (!isLast && !(open && may && this.events.put(id))) {
      this.grip = undefined;
      return false;
    }
    grip.begun = true;
    if (grip.fromHand) grip.float = dragImage(grip.piece);
    return true;
  }

  /** Whether a finger that goes on from a piece of the board draws a line, and does not just move the map. */
  private drawsOn(touches: Touches, id: string): boolean {
    const after = put(touches, id);
    return !this.events.near() && after !== undefined && nextTouches(after).size > 0;
  }

  private release(event: PointerEvent): void {
    const grip = this.grip;
    if (!grip || event.pointerId !== grip.pointer) return;
    this.end();
    if (!grip.begun) return;
    this.dragged = true;
    setTimeout(() => (this.dragged = false)); // a click follows at once or never
    if (!grip.fromHand) return;
    const under = this.events.under(event);
    if (under && !this.hand.contains(under)) this.events.drop(under);
    else if (!under) this.events.clear();
  }

  private end(): void {
    this.grip?.float?.remove();
    this.grip = undefined;
    this.events.hover(null);
  }
}

function pieceAt(target: EventTarget | null): SVGGraphicsElement | undefined {
  return target instanceof Element ? (target.closest<SVGGraphicsElement>(TOUCHABLE) ?? undefined) : undefined;
}

function pieceUnder(event: PointerEvent): SVGGraphicsElement | undefined {
  return pieceAt(document.elementFromPoint(event.clientX, event.clientY));
}

/** A picture of a piece that follows the pointer; nothing can be touched on it. */
function dragImage(piece: SVGGraphicsElement): SVGSVGElement {
  const bounds = piece.getBoundingClientRect();
  const box = piece.getBBox();
  const float = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  float.setAttribute("class", "quartier floating");
  float.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
  float.setAttribute("width", String(bounds.width));
  float.setAttribute("height", String(bounds.height));
  float.setAttribute("aria-hidden", "true");
  const copy = piece.cloneNode(true) as SVGGraphicsElement;
  for (const element of [copy, ...copy.querySelectorAll("*")]) {
    for (const name of ["id", "data-touch", "data-piece", "tabindex", "role"]) element.removeAttribute(name);
  }
  copy.removeAttribute("transform");
  float.append(copy);
  document.body.append(float);
  return float;
}
