// Sums that count: a text with data-count whose numbers have changed goes from the old ones to the new, in a ring.
import { findAll, make } from "../ui/dom.ts";
import { animate } from "./flight.ts";

export const COUNT = 240; // ms

/** What each counted text says, by its name. */
export type Counts = Map<string, string>;

export function countsOf(root: ParentNode): Counts {
  return new Map(findAll<SVGElement>("[data-count]", root).map((each) => [nameOf(each), each.textContent ?? ""]));
}

/** Named within the nearest thing that has an id. */
function nameOf(element: SVGElement): string {
  return `${element.closest("[id]")?.id} ${element.dataset.count}`;
}

/** Count what has changed, beginning after `delay`. */
export function countUp(root: ParentNode, before: Counts, layer: Element, delay: number): Animation[] {
  return findAll<SVGElement>("[data-count]", root).flatMap((element) => {
    const [old, now] = [before.get(nameOf(element)), element.textContent ?? ""];
    if (old === undefined || old === now || !element.getBoundingClientRect().width) return [];
    return [count(element, old, now, delay), ring(element, layer, delay)];
  });
}

/** The animation is the clock, so that whoever skips all animations has the last number at once. */
function count(element: SVGElement, old: string, now: string, delay: number): Animation {
  const clock = animate(element, [{ opacity: 1 }, { opacity: 1 }], COUNT, delay);
  element.textContent = old;
  const tick = (): void => {
    if (element.dataset.counting !== now) return;
    const share = clock.playState === "finished" ? 1 : (clock.effect?.getComputedTiming().progress ?? 0);
    element.textContent = between(old, now, share);
    if (clock.playState === "running") requestAnimationFrame(tick);
  };
  element.dataset.counting = now;
  requestAnimationFrame(tick);
  const finish = (): void => {
    if (element.dataset.counting === now) element.textContent = now;
    delete element.dataset.counting;
  };
  clock.finished.then(finish, finish);
  return clock;
}

const NUMBER = /\d+/g;

/** The text on the way from one to another: its numbers in between, where both have as many. */
export function between(old: string, now: string, share: number): string {
  const [from, to] = [old.match(NUMBER) ?? [], now.match(NUMBER) ?? []];
  if (share >= 1) return now;
  if (share <= 0 || from.length !== to.length) return share > 0 ? now : old;
  let index = 0;
  return now.replace(NUMBER, (number) => {
    const first = Number(from[index++]);
    return String(Math.round(first + (Number(number) - first) * share));
  });
}

function ring(element: SVGElement, layer: Element, delay: number): Animation {
  const box = element.getBoundingClientRect();
  const circle = make("span", { class: "count-ring" });
  Object.assign(circle.style, { left: `${box.x + box.width / 2}px`, top: `${box.y + box.height / 2}px` });
  layer.after(circle);
  const steps = [
    { opacity: 0, scale: "0.5" },
    { opacity: 1, scale: "1", offset: 0.4 },
    { opacity: 0, scale: "1.3" },
  ];
  const animation = animate(circle, steps, COUNT * 1.5, delay);
  const remove = (): void => circle.remove();
  animation.finished.then(remove, remove);
  return animation;
}
