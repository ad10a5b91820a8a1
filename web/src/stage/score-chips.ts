// Score chips: points that stand at a place for a moment, then fly on an arc to a player's card.
import { make } from "../ui/dom.ts";
import { AWARD, animate } from "./flight.ts";
import type { Spot } from "./ways.ts";

export interface ScoreChip {
  /** "+7". */
  text: string;
  from: Spot;
  to: Spot;
  /** A picture before the text. */
  picture?: Element;
  look?: string;
}

/** Let a chip appear at once where `rest` ms are given, and fly after `delay`; it leaves nothing behind. */
export function flyScoreChip({ text, from, to, picture, look = "" }: ScoreChip, delay: number, rest = 0): Animation[] {
  const chip = make("span", { class: `award ${look}`, "aria-hidden": "true" }, ...(picture ? [picture] : []), text);
  Object.assign(chip.style, { left: `${from.x}px`, top: `${from.y}px` });
  document.body.append(chip);
  const own = chip.getBoundingClientRect();
  const away = { x: to.x - own.x - own.width / 2, y: to.y - own.y - own.height / 2 };
  const lift = Math.max(2 - own.y, Math.min(0, away.y / 2 - Math.min(70, Math.hypot(away.x, away.y) / 8)));
  const steps = [
    { translate: "0 0", opacity: 1, scale: "1" },
    { translate: `${away.x / 2}px ${lift}px`, opacity: 1, scale: "1.2" },
    { translate: `${away.x}px ${away.y}px`, opacity: 0.4, scale: "0.8" },
  ];
  const waiting = rest
    ? animate(chip, [{ scale: "0.4", opacity: 0 }, { scale: "1.15", opacity: 1 }, { scale: "1" }], rest, delay)
    : animate(chip, [{ visibility: "hidden" }, { visibility: "hidden" }], delay);
  const flight = animate(chip, steps, AWARD, delay + rest);
  if (rest) flight.effect?.updateTiming({ fill: "none" });
  const remove = (): void => chip.remove();
  flight.finished.then(remove, remove);
  return [waiting, flight];
}
