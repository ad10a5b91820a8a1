// Turning a staged piece: several moves with the same touches, one after the other by button, wheel, key or another tap.
import { find } from "../ui/dom.ts";

const NOTCH = 140; // ms between two turns by wheel: a touchpad sends a whole swarm of events

export class Turner {
  private readonly press = find<HTMLButtonElement>("#turn");
  private last = 0;

  /** `turn` goes on by so many moves; false when there is nothing to turn. */
  constructor(
    stage: HTMLElement,
    private readonly turn: (step: number) => boolean,
  ) {
    this.press.addEventListener("click", () => void this.turn(1));
    stage.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  /** The button is there while the staged touches mean several moves. */
  draw(moves: number): void {
    this.press.hidden = moves < 2;
  }

  private wheel(event: WheelEvent): void {
    if (this.press.hidden || event.ctrlKey || !event.deltaY) return;
    event.preventDefault();
    if (event.timeStamp - this.last < NOTCH) return;
    this.last = event.timeStamp;
    this.turn(Math.sign(event.deltaY));
  }
}
