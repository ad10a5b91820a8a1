// Fireworks of strokes on the evening sky at the end of a game.
import { find } from "../ui/dom.ts";
import { allowsMotion, pace } from "../ui/settings.ts";
import { animate } from "./flight.ts";

const SPACE = "http://www.w3.org/2000/svg";
const STROKES = 14;
/** Where they burst, as parts of the window's sky, how large, and when (ms). */
const FIREWORKS = [
  { x: 0.13, y: 0.13, size: 76, at: 0 },
  { x: 0.85, y: 0.12, size: 88, at: 350 },
  { x: 0.94, y: 0.4, size: 56, at: 750 },
  { x: 0.06, y: 0.45, size: 50, at: 1050 },
];

/** Four fireworks, once; they leave nothing behind. */
export function burst(): void {
  if (!allowsMotion()) return;
  const map = find(".map");
  const layer = document.createElementNS(SPACE, "svg");
  layer.setAttribute("class", "fireworks");
  layer.setAttribute("aria-hidden", "true");
  map.append(layer);
  const { width, height } = map.getBoundingClientRect();
  const bursts = FIREWORKS.map(({ x, y, size, at }, index) => {
    const firework = strokes(Math.min(size, width / 7), index);
    layer.append(firework);
    return bloom(firework, x * width, y * height, at);
  });
  void Promise.allSettled(bursts.map((each) => each.finished)).then(() => layer.remove());
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
