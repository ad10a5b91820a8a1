// Several moves may come with one view: answers that were no decisions, or everything since this device's last move. They are
// shown one after the other, so that all can be watched, and watched again.
import type { LogLine, View } from "../net/types.ts";
import { isMove, lastOwn, movesOf } from "../stage/turns.ts";

const MAX_MOVES = 8; // moves; after a longer absence only the present counts

/** The moves between two views, except the last, which leads to the second one. Empty where there is nothing to see. */
export function between(before: View, view: View): LogLine[] {
  const fresh = view.log.filter((line) => line.seq > before.version);
  if (before.viewer.seat !== view.viewer.seat || fresh.some((line) => line.text.startsWith("!undo"))) return [];
  const moves = fresh.filter(isMove);
  return moves.length <= MAX_MOVES ? moves.slice(0, -1) : [];
}

/** Everything since this device's last finished turn, whose last move is the first of them; at least the last move of all. */
export function sinceOwnMove(view: View): LogLine[] {
  const moves = movesOf(view.log);
  return moves.slice(Math.max(lastOwn(moves, view), moves.length - MAX_MOVES, 0));
}
