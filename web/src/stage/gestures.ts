// Gestures over the board: wheel and two fingers bring it nearer, a drag moves it, a double tap switches. A mouse's drag that
// begins on a piece that can be touched belongs to the game; a finger's only from a piece that is touched already.
import { doubleTap } from "../ui/taps.ts";

export interface GestureEvents {
  near(): number;
  zoom(factor: number, x: number, y: number): void;
  move(dx: number, dy: number): void;
  toggle(x: number, y: number): void;
}

const SLIP = 8; // px that a tap may move
/** Two quick taps there are the game's, or two touches of a button. */
const PRESSABLE = ".can-touch, .touched, button";

interface Finger {
  x: number;
  y: number;
}

export class Gestures {
  private readonly fingers = new Map<number, Finger>();
  private start: Finger | undefined;
  private moved = false;
  private hold = false;

  constructor(
    private readonly host: HTMLElement,
    private readonly events: GestureEvents,
  ) {
    host.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    host.addEventListener("pointerdown", (event) => this.down(event));
    addEventListener("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, (event) => this.up(event as PointerEvent));
    host.addEventListener("click", (event) => this.swallow(event), true);
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    this.events.zoom(Math.exp(-event.deltaY / 400), event.clientX, event.clientY);
  }

  private down(event: PointerEvent): void {
    this.moved = false;
    if (event.button !== 0) return;
    const target = event.target as Element;
    const byFinger = event.pointerType === "touch";
    this.hold = target.closest(PRESSABLE) !== null;
    const alone = !this.fingers.size;
    if (this.hold && alone && !byFinger) return;
    this.fingers.set(event.pointerId, at(event));
    // What is under a finger may go while two are down, such as an off-screen indicator.
    if (!alone) for (const id of this.fingers.keys()) this.host.setPointerCapture(id);
    // A line may be drawn on from what is touched; the second finger may lie anywhere.
    this.start = alone && target.closest(".touched") ? undefined : at(event);
  }

  private move(event: PointerEvent): void {
    const finger = this.fingers.get(event.pointerId);
    if (!finger) return;
    const [next, others] = [at(event), [...this.fingers].filter(([id]) => id !== event.pointerId)];
    const other = others[0]?.[1];
    if (other) this.pinch(finger, next, other);
    else this.pan(finger, next);
    this.fingers.set(event.pointerId, next);
  }

  private pinch(was: Finger, now: Finger, other: Finger): void {
    this.moved = true;
    const factor = distance(now, other) / Math.max(1, distance(was, other));
    this.events.zoom(factor, (now.x + other.x) / 2, (now.y + other.y) / 2);
    this.events.move((now.x - was.x) / 2, (now.y - was.y) / 2);
  }

  private pan(was: Finger, now: Finger): void {
    if (!this.start || this.events.near() === 1) return;
    if (!this.moved && distance(this.start, now) < SLIP) return;
    this.moved = true;
    this.host.classList.add("moving");
    this.events.move(now.x - was.x, now.y - was.y);
  }

  private up(event: PointerEvent): void {
    if (!this.fingers.delete(event.pointerId)) return;
    this.host.classList.remove("moving");
    if (this.moved || !this.start || this.hold || !doubleTap()) return;
    this.moved = true;
    this.events.toggle(event.clientX, event.clientY);
  }

  /** What has moved the map touches nothing. */
  private swallow(event: Event): void {
    if (this.moved) event.stopPropagation();
    this.moved = false;
  }
}

function at({ clientX, clientY }: PointerEvent): Finger {
  return { x: clientX, y: clientY };
}

function distance(one: Finger, other: Finger): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
