// Turning a staged piece: several moves with the same touches, one after the other by button, wheel, key or another tap.
import { find } from "../ui/dom.ts";
import type { Touches } from "./touches.ts";

const NOTCH = 140; // ms between two turns by wheel: a touchpad sends a whole swarm of events

export class Turner {
  private readonly press = find<HTMLButtonElement>("#turn");
  private last = 0;
  /** Whether the wheel turns: not what is played already, over which it brings the map nearer. */
  private wheels = false;

  /** `turn` goes on by so many moves; false when there is nothing to turn. */
  constructor(
    stage: HTMLElement,
    private readonly turn: (step: number) => boolean,
  ) {
    this.press.addEventListener("click", () => void this.turn(1));
    stage.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  /** The button is there while what is staged, or what was played unasked, is one of several moves with the same touches. */
  draw({ moves: meant, touched, played }: Touches): void {
    this.wheels = meant.length > 1;
    this.press.hidden = !this.wheels && (touched.length > 0 || !played);
  }

  private wheel(event: WheelEvent): void {
    if (!this.wheels || event.ctrlKey || !event.deltaY) return;
    event.preventDefault();
    if (event.timeStamp - this.last < NOTCH) return;
    this.last = event.timeStamp;
    this.turn(Math.sign(event.deltaY));
  }
}
