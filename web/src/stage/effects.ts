// Small effects: a shake that says no, scores that count up, points that rise.
import { make } from "../ui/dom.ts";
import { allowsMotion } from "../ui/settings.ts";
import { play } from "../ui/sound.ts";
import { animate } from "./flight.ts";

/** Say no: a low sound, and a short shake. */
export function shake(element: Element): void {
  void play(["no"]);
  if (!allowsMotion()) return;
  const steps = [0, -5, 5, -3, 3, 0].map((x) => ({ translate: `${x}px 0` }));
  animate(element, steps, 280);
}

/** Count a number up (or down) to its new value. */
export function countTo(element: HTMLElement, value: number): void {
  const from = Number(element.dataset.value ?? value);
  element.dataset.value = String(value);
  if (from === value || !allowsMotion()) {
    element.textContent = formatNumber(value);
    return;
  }
  const started = performance.now();
  const step = (now: number): void => {
    const share = Math.min(1, (now - started) / 500);
    element.textContent = formatNumber(Math.round(from + (value - from) * share));
    if (share < 1 && element.dataset.value === String(value)) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

/** A number with a proper minus sign. */
function formatNumber(value: number): string {
  return String(value).replace("-", "−");
}

/** "+7" beside the score on a player's card, once; it never leaves the card, or another player would seem to gain. */
export function riseIn(card: Element, text: string): void {
  if (!allowsMotion()) return;
  const label = make("span", { class: "rise", "aria-hidden": "true" }, text);
  card.append(label);
  void animate(
    label,
    [0, 1, 1, 0].map((opacity) => ({ opacity })),
    1100,
  ).finished.finally(() => label.remove());
}
