// Narrowing: from what has been touched to what may be touched next. Pure functions over the legal moves; no page, no rules.
import type { Choice } from "../net/types.ts";

/** Ids that are touched one after the other. */
export type TouchPath = string[];

export const BUTTON = "button-";
const BETWEEN_SENTENCES = /(?<=[.!?]) (?=\p{Lu})/u;

function startsWith(path: TouchPath, touched: TouchPath): boolean {
  return touched.length <= path.length && touched.every((id, index) => path[index] === id);
}

/** The ids that continue what has been touched. */
export function nextIds(choices: readonly Choice[], touched: TouchPath): Set<string> {
  const ids = new Set<string>();
  for (const { paths } of choices) {
    for (const path of paths) {
      const next = path[touched.length];
      if (next !== undefined && startsWith(path, touched)) ids.add(next);
    }
  }
  return ids;
}

/** The shortest path that begins with what has been touched; undefined when there is none. */
export function shortest(choices: readonly Choice[], touched: TouchPath): TouchPath | undefined {
  const ways = choices.flatMap(({ paths }) => paths.filter((path) => startsWith(path, touched)));
  return ways.sort((one, other) => one.length - other.length)[0];
}

/** The moves that exactly these touches mean: none, one, or several that a turn tells apart. */
export function completedBy(choices: readonly Choice[], touched: TouchPath): Choice[] {
  return choices.filter(({ paths }) =>
    paths.some((path) => path.length === touched.length && startsWith(path, touched)),
  );
}

/**
 * What is touched after `id` is touched too: the touches so far are kept as far as they lead on, so another tile or
 * another target takes the place of the first. Undefined when no move touches `id` that way.
 */
export function touch(choices: readonly Choice[], touched: TouchPath, id: string): TouchPath | undefined {
  for (let length = touched.length; length >= 0; length--) {
    const before = touched.slice(0, length);
    if (nextIds(choices, before).has(id))
      return needsAnother(choices, touched, length, id) ? undefined : [...before, id];
  }
  return undefined;
}

/** Whether `id` would continue what is touched, with another piece of the same kind in place of the one at `length`: that piece
    does not fit there, and another is never chosen for the player. */
function needsAnother(choices: readonly Choice[], touched: TouchPath, length: number, id: string): boolean {
  const replaced = touched[length];
  if (replaced === undefined) return false;
  return within(choices, touched.slice(0, length)).some(({ paths }) =>
    paths.some((path) => kindOf(path[length] ?? "") === kindOf(replaced) && path.indexOf(id) > length),
  );
}

/** "die" of "die-5". */
function kindOf(id: string): string {
  return id.split("-", 1)[0] ?? "";
}

/** The touches, and those that follow by themselves: as long as no move is meant, the only continuation is not asked for. */
export function withImplied(choices: readonly Choice[], touched: TouchPath): TouchPath {
  const next = [...nextIds(choices, touched)];
  const only = next.length === 1 && !completedBy(choices, touched).length ? next[0] : undefined;
  if (only === undefined || only.startsWith(BUTTON) || only.startsWith("number-")) return touched;
  return withImplied(choices, [...touched, only]);
}

/** The buttons among the next touches, with their labels. */
export function buttonsIn(choices: readonly Choice[], touched: TouchPath): { id: string; label: string }[] {
  const ids = [...nextIds(choices, touched)].filter((id) => id.startsWith(BUTTON));
  return ids.map((id) => ({ id, label: completedBy(choices, [...touched, id])[0]?.label ?? id.slice(BUTTON.length) }));
}

/** Touches that still lead somewhere under new choices, or none. */
export function stillValid(choices: readonly Choice[], touched: TouchPath): TouchPath {
  const leads = choices.some(({ paths }) => paths.some((path) => startsWith(path, touched)));
  return leads ? touched : [];
}

/** Whether a move brings something good: gold is for that only. */
export function isGain({ points, gain }: Choice): boolean {
  return points ? points.startsWith("+") : !["", "0"].includes(gain);
}

/** The sentences with which everything ends that is said of what these moves bring. */
export function commonEnd(choices: readonly Choice[]): string {
  const sentences = (choices[0]?.brings ?? "").split(BETWEEN_SENTENCES);
  const ends = sentences.map((_, from) => sentences.slice(from).join(" "));
  return ends.find((end) => choices.every(({ brings }) => brings.endsWith(end))) ?? "";
}

/** The move that brings most points now. */
export function bestOf(choices: readonly Choice[]): Choice | undefined {
  return choices.reduce<Choice | undefined>(
    (best, each) => (best && pointsOf(best) >= pointsOf(each) ? best : each),
    undefined,
  );
}

/** Its gain; undefined where that is nothing, or open. */
export function bestGain(choices: readonly Choice[]): string | undefined {
  const best = bestOf(choices);
  return best && pointsOf(best) > 0 ? best.gain || best.points : undefined;
}

function pointsOf({ points }: Choice): number {
  return Number(points.replace("−", "-"));
}

/** The choices to which the touches so far may lead. */
export function within(choices: readonly Choice[], touched: TouchPath): Choice[] {
  return choices.filter(({ paths }) => paths.some((path) => startsWith(path, touched)));
}
