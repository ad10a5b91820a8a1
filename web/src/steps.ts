// Several moves may come with one view: answers that were no decisions, or everything since the own last move. They are
// shown one after the other, so that all can be watched, and watched again.
import { get } from "./api.ts";
import type { LogLine, View } from "./types.ts";

const MOST = 8; // moves; after a longer absence only the present counts
const REST = 450; // ms in which a position can be looked at

/** The position after one event, as the viewer saw it. */
export interface Moment {
  board: string;
  line: string;
}

/** The moves that lie between two views, the last one excepted: it leads to the second view. Empty where nothing is to see. */
export function between(before: View, view: View): LogLine[] {
  const fresh = view.log.filter((line) => line.seq > before.version);
  if (before.viewer.seat !== view.viewer.seat || fresh.some((line) => line.text.startsWith("!undo"))) return [];
  const moves = fresh.filter(isMove);
  return moves.length <= MOST ? moves.slice(0, -1) : [];
}

/** Everything since the own last move, which is the first of them; at least the last move of all. */
export function sinceOwnMove(view: View): LogLine[] {
  const moves = view.log.filter(isMove);
  const own = moves.findLastIndex((line) => line.actor === view.viewer.seat);
  return moves.slice(Math.max(own, moves.length - MOST, 0));
}

function isMove(line: LogLine): boolean {
  return line.actor !== "*" && !line.text.startsWith("!");
}

/** What to do with the moments, and whether somebody still wants to see more of them. */
export interface Audience {
  show(moment: Moment): Promise<void>;
  watches(): boolean;
}

/** Show the position after each of the moves. Stops early, and says nothing, when one of them cannot be had. */
export async function walk(base: string, lines: LogLine[], seat: number | null, audience: Audience): Promise<void> {
  try {
    for (const { seq, line } of lines) {
      const own = seat === null ? "" : `&seat=${seat}`;
      const { parts } = await get<{ parts: View["parts"] }>(`${base}/past?at=${seq}${own}`);
      if (!audience.watches()) return;
      await audience.show({ board: parts.board, line });
      await new Promise((resolve) => setTimeout(resolve, REST));
    }
  } catch {
    // The present position follows anyway.
  }
}
