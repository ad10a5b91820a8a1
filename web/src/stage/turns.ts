// Whose moves are told: those of the others before the viewer's turn, until that turn is over.
import type { LogLine, View } from "../net/types.ts";

/** The moves of seats, without draws and what is no part of the game. */
export function movesOf(log: readonly LogLine[]): LogLine[] {
  return log.filter(isMove);
}

export function isMove(line: LogLine): boolean {
  return line.actor !== "*" && !line.text.startsWith("!");
}

/** Without moves that only ended a turn in which more was done. */
export function tellable(moves: readonly LogLine[]): LogLine[] {
  return moves.filter((line, index) => !(line.ends && moves[index - 1]?.actor === line.actor));
}

/** Where among the moves the viewer's unfinished turn begins: behind them all, unless the last ones are its own. */
export function turnBegins(moves: readonly LogLine[], { turn, viewer }: View): number {
  return turn.yours ? moves.findLastIndex((line) => line.actor !== viewer.seat) + 1 : moves.length;
}

/** The last move of the viewer's last finished turn; -1 where there is none. */
export function lastOwn(moves: readonly LogLine[], view: View): number {
  return moves.slice(0, turnBegins(moves, view)).findLastIndex((line) => line.actor === view.viewer.seat);
}
