// What the player has touched so far: narrowing, staging, turning, putting back. Plain data and pure functions; no page.
import type { Choice } from "../net/types.ts";
import type { ValueLabel } from "../stage/value-labels.ts";
import {
  BUTTON,
  bestOf,
  completedBy,
  isGain,
  nextIds,
  shortest,
  stillValid,
  type TouchPath,
  touch,
  withImplied,
  within,
} from "./choices.ts";

export interface Touches {
  /** The legal moves, and the version of the table to which they belong. */
  readonly choices: readonly Choice[];
  readonly version: number;
  readonly touched: TouchPath;
  /** What the player touched last; touches that follow by themselves may come behind it. */
  readonly last: string;
  /** The moves that the touches mean; more than one can be turned through. */
  readonly moves: readonly Choice[];
  readonly turned: number;
  /** The move played last, if it went unasked and could be turned: it still can. */
  readonly played: Played | undefined;
}

/** Moves with the same touches, of which one has been played. */
export interface Played {
  readonly moves: readonly string[];
  readonly turned: number;
}

/** What one touch brings: other touches, a move to send, a path that leads to no move, or nothing: it came by accident. */
export type Outcome =
  | { kind: "changed"; touches: Touches }
  | { kind: "confirmed"; touches: Touches; choice: Choice }
  | { kind: "refused"; path: TouchPath }
  | { kind: "hasty" };

export const NOTHING: Touches = {
  choices: [],
  version: -1,
  touched: [],
  last: "",
  moves: [],
  turned: 0,
  played: undefined,
};

/** The move that Confirm would send. */
export function stagedMove(touches: Touches): Choice | undefined {
  return touches.moves[touches.turned];
}

export function nextTouches({ choices, touched }: Touches): Set<string> {
  return nextIds(choices, touched);
}

/** The touches of the shortest move to which those so far can lead. */
export function stepsOf({ choices, touched }: Touches): TouchPath {
  return shortest(choices, touched) ?? [];
}

/** Ids that would replace an earlier touch. */
export function otherTouches({ choices, touched }: Touches): Set<string> {
  return new Set(touched.flatMap((_, kept) => [...nextIds(choices, touched.slice(0, kept))]));
}

/** Take the legal moves of a new view. Touches survive only as long as it is the same decision; usually that of this version. */
export function offer(
  touches: Touches,
  choices: readonly Choice[],
  version: number,
  same = version === touches.version,
): Touches {
  const stillTouched = same ? stillValid(choices, touches.touched) : [];
  return stage({ ...touches, choices, version }, stillTouched, stagedMove(touches)?.move);
}

/** These are touched now; of several moves that they mean, `move` is staged, or the first. */
function stage(touches: Touches, touched: TouchPath, move?: string): Touches {
  const completions = touched.length ? completedBy(touches.choices, touched) : [];
  const turned = completions.findIndex((choice) => choice.move === move);
  return { ...touches, touched, moves: completions, turned: Math.max(0, turned) };
}

/** One touch: narrows, lengthens, restages; repeating the last touch turns, confirms, or goes one step back. `isHasty`: it is
    the second of two quick taps, which only turns. */
export function touchOne(touches: Touches, id: string, mustConfirm: boolean, isHasty = false): Outcome {
  const repeated = isSameTouch(touches, id);
  if (isHasty && !(repeated && turn(touches, 1))) return { kind: "hasty" };
  if (repeated) return repeat(touches);
  const after = put(touches, id);
  if (!after) return { kind: "refused", path: [...openPath(touches), id] };
  const plays = isPlayedByTouch(after) ? !mustConfirm || id.startsWith(BUTTON) : !mustConfirm && isUnambiguous(after);
  return plays ? confirm(after) : { kind: "changed", touches: after };
}

/** The same was touched last, and touching it leads no further. */
export function isSameTouch(touches: Touches, id: string): boolean {
  return id === touches.last && touches.touched.includes(id) && !nextTouches(touches).has(id);
}

/** Whether what is staged can be undone freely, or ends a turn: its button plays it, where moves aren't confirmed any last touch,
    and a line that is drawn is laid as it is drawn. */
export function isPlayedByTouch(touches: Touches): boolean {
  return stagedMove(touches)?.at_once === true;
}

function repeat(touches: Touches): Outcome {
  if (!stagedMove(touches)) return { kind: "changed", touches: stage(touches, touches.touched.slice(0, -1)) };
  const turned = turn(touches, 1);
  return turned ? { kind: "changed", touches: turned } : confirm(touches);
}

function confirm(touches: Touches): Outcome {
  const choice = stagedMove(touches);
  return choice ? { kind: "confirmed", touches, choice } : { kind: "changed", touches };
}

/** One move and nothing else is meant, and no further touch could change it. */
function isUnambiguous(touches: Touches): boolean {
  return touches.moves.length === 1 && nextTouches(touches).size === 0;
}

/** The touches that a refused one would have continued. */
function openPath(touches: Touches): TouchPath {
  return stagedMove(touches) ? touches.touched.slice(0, -1) : touches.touched;
}

/** Touch without ever confirming; undefined when it leads nowhere. */
export function put(touches: Touches, id: string): Touches | undefined {
  const path = touch(touches.choices, touches.touched, id);
  return path && { ...stage(touches, withImplied(touches.choices, path)), last: id };
}

/** Go to the next (1) or previous (-1) of several moves with the same touches; undefined when there is nothing to turn. */
export function turn(touches: Touches, step: number): Touches | undefined {
  const moves = touches.moves.length;
  return moves < 2 ? undefined : { ...touches, turned: (touches.turned + step + moves) % moves };
}

/** The staged move is being played: where nobody was asked, it can be turned afterwards. */
export function markPlayed(touches: Touches): Touches {
  const { moves: meant, turned } = touches;
  const turnable = isPlayedByTouch(touches) && meant.length > 1;
  return { ...touches, played: turnable ? { moves: meant.map(({ move }) => move), turned } : undefined };
}

/** The move that takes the place of the one played; undefined when that cannot be turned, or something else is touched. */
export function turnLastMove(touches: Touches, step: number): Touches | undefined {
  const { played, touched } = touches;
  if (!played || touched.length) return undefined;
  const moves = played.moves.length;
  return { ...touches, played: { ...played, turned: (played.turned + step + moves) % moves } };
}

/** The move that a touch on `id` would stage: for previews under the pointer. */
export function wouldStage({ choices, touched }: Touches, id: string): Choice | undefined {
  const path = touch(choices, touched, id);
  return path && completedBy(choices, withImplied(choices, path))[0];
}

/** What can be touched after a touch on `id`. */
export function touchesAfter({ choices, touched }: Touches, id: string): string[] {
  const path = touch(choices, touched, id);
  return path ? [...nextIds(choices, withImplied(choices, path))] : [];
}

/** What a touch on each of the next pieces would bring, by id, at best where more is chosen after it: only where that is not the
    same everywhere. */
export function gainsToTouch(touches: Touches): Map<string, ValueLabel> {
  if (stagedMove(touches)) return new Map();
  const labels = [...nextTouches(touches)].flatMap((id): [string, ValueLabel][] => {
    const choice =
      wouldStage(touches, id) ?? bestOf(within(touches.choices, touch(touches.choices, touches.touched, id) ?? []));
    return choice?.gain ? [[id, { text: choice.gain, gold: isGain(choice) }]] : [];
  });
  const gains = new Set(labels.map(([, { text }]) => text));
  return new Map(gains.size > 1 ? labels.filter(([, { text }]) => text !== "0") : []);
}

/** Stage a move by its notation; undefined when it is not among the legal ones. */
export function stageByName(touches: Touches, move: string): Touches | undefined {
  const choice = touches.choices.find((each) => each.move.toLowerCase() === move.trim().toLowerCase());
  return choice && stage(touches, choice.paths[0] ?? [], choice.move);
}

/** Put everything back; undefined when nothing was touched. */
export function clear(touches: Touches): Touches | undefined {
  return touches.touched.length ? stage(touches, []) : undefined;
}
