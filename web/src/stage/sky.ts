// The end of a game over the board: the ground gives way to the evening sky, windows light up, the result stands above the
// city; once, four fireworks of strokes.
import type { Ending } from "../net/types.ts";
import { find, setText } from "../ui/dom.ts";
import { allowsMotion, pace } from "../ui/settings.ts";
import { animate } from "./flight.ts";

const SPACE = "http://www.w3.org/2000/svg";
const SPACE_BELOW = 10; // px between the sentence and the city
const STROKES = 14;
/** Where they burst, as parts of the window's sky, how large, and when (ms). */
const FIREWORKS = [
  { x: 0.13, y: 0.13, size: 76, at: 0 },
  { x: 0.85, y: 0.12, size: 88, at: 350 },
  { x: 0.94, y: 0.4, size: 56, at: 750 },
  { x: 0.06, y: 0.45, size: 50, at: 1050 },
];

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

  /** Four fireworks, once; they leave nothing behind. */
  burst(): void {
    if (!allowsMotion()) return;
    const layer = document.createElementNS(SPACE, "svg");
    layer.setAttribute("class", "fireworks");
    layer.setAttribute("aria-hidden", "true");
    this.map.append(layer);
    const { width, height } = this.map.getBoundingClientRect();
    const bursts = FIREWORKS.map(({ x, y, size, at }, index) => {
      const firework = strokes(Math.min(size, width / 7), index);
      layer.append(firework);
      return bloom(firework, x * width, y * height, at);
    });
    void Promise.allSettled(bursts.map((each) => each.finished)).then(() => layer.remove());
  }
}

function strokes(size: number, colour: number): SVGGElement {
  const group = document.createElementNS(SPACE, "g");
  group.style.stroke = `var(--spark-${colour})`;
  const lines = Array.from({ length: STROKES }, (_, index) => {
    const [angle, long] = [(2 * Math.PI * index) / STROKES, size * (index % 2 ? 0.78 : 1)];
    const [x, y] = [Math.cos(angle), Math.sin(angle)];
    return `M${0.3 * size * x} ${0.3 * size * y}L${long * x} ${long * y}m0 0h.01`;
  });
  const path = document.createElementNS(SPACE, "path");
  path.setAttribute("d", lines.join(""));
  group.append(path);
  return group;
}

function bloom(firework: SVGGElement, x: number, y: number, at: number): Animation {
  const position = `${x}px ${y}px`;
  const steps = [
    { translate: position, scale: "0", opacity: 1 },
    { translate: position, scale: "1", opacity: 1, offset: 0.35 },
    { translate: position, scale: "1.06", opacity: 1, offset: 0.6 },
    { translate: position, scale: "1.12", opacity: 0 },
  ];
  const animation = animate(firework, steps, 2200);
  animation.effect?.updateTiming({ delay: at * pace() });
  return animation;
}
