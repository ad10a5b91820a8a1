// The end of a game over the board: the ground gives way to the evening sky, windows light up, the result stands above the
// city.
import type { Ending } from "../net/types.ts";
import { find, setText } from "../ui/dom.ts";
import { allowsMotion } from "../ui/settings.ts";
import { animate } from "./flight.ts";

const SPACE_BELOW = 10; // px between the sentence and the city

export class Sky {
  private readonly map = find(".map");
  private readonly sky = find("#sky");
  private room = 0;
  private changing = false;

  constructor() {
    new ResizeObserver(() => this.makeRoom()).observe(this.sky);
  }

  /** The city lies below what stands on the sky, however many lines that takes. While sentences change it stays below the
   * longest one. */
  private makeRoom(): void {
    const bottom = find("#ending").getBoundingClientRect().bottom - this.sky.getBoundingClientRect().y;
    if (!this.isOut || !bottom) return;
    this.room = Math.max(Math.round(bottom) + SPACE_BELOW, this.changing ? this.room : 0);
    this.map.style.setProperty("--head", `${this.room}px`);
  }

  /** What stands on the sky; null: the game is not over. `changing`: something else follows soon. */
  announce(over: Pick<Ending, "headline" | "reason"> | null, changing = false): void {
    setText(find("#verdict"), over?.headline ?? "");
    setText(find("#ending"), over && over.reason !== over.headline ? over.reason : "");
    this.changing = changing;
    this.makeRoom();
  }

  get isOut(): boolean {
    return !this.sky.hidden;
  }

  /** Evening or day. The board draws back before the eyes where `live`. */
  fall(evening: boolean, live: boolean): void {
    if (evening === this.isOut) return;
    const board = find("#board-part");
    const was = board.getBoundingClientRect();
    this.sky.hidden = !evening;
    document.body.classList.toggle("dusk", evening);
    if (evening) this.makeRoom();
    if (!live || !allowsMotion()) return;
    animate(this.sky, [{ opacity: 0 }, { opacity: 1 }], 900);
    const now = board.getBoundingClientRect();
    const from = `${was.x + was.width / 2 - now.x - now.width / 2}px ${was.y + was.height / 2 - now.y - now.height / 2}px`;
    const scale = String(Math.min(was.width / now.width, was.height / now.height));
    animate(
      board,
      [
        { translate: from, scale },
        { translate: "0 0", scale: "1" },
      ],
      900,
    );
  }
}
