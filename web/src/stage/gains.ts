// Who has gained points from one view to the next, and who moved last.
import type { LogLine } from "../net/types.ts";
import { riseIn } from "./effects.ts";
import { boxOf, pieceAt } from "./highlights.ts";
import type { Award } from "./motion.ts";
import type { Seats } from "./seats.ts";

export interface Gain {
  seat: number;
  points: number;
}

/** "+7" beside the score of every seat that has gained. */
export function showGains(gained: Gain[], seats: Seats): void {
  for (const { seat, points } of gained) {
    const chip = seats.chip(seat);
    if (chip) riseIn(chip, `+${points}`);
  }
}

/** The points as they fly from the place of the last move, where that is shown. */
export function awardsOf(gained: Gain[], log: LogLine[], board: Element): Award[] {
  const lastPlaces = log.findLast((each) => each.actor !== "*" && each.places.length)?.places ?? [];
  const from = boxOf(lastPlaces.map((place) => pieceAt(board, place)).findLast((piece) => piece !== null) ?? null);
  return gained.map(({ seat, points }) => ({ seat, text: `+${points}`, from }));
}

/** The seat of the last line that is not a chance event. */
export function lastMover(log: LogLine[]): number | undefined {
  const line = log.findLast((each) => each.actor !== "*");
  return typeof line?.actor === "number" ? line.actor : undefined;
}

interface Scored {
  seats: { seat: number; score: number }[];
}

/** Seats with more points than before. */
export function gainers(before: Scored, view: Scored): Gain[] {
  return view.seats.flatMap((seat) => {
    const points = seat.score - (before.seats.find((each) => each.seat === seat.seat)?.score ?? seat.score);
    return points > 0 ? [{ seat: seat.seat, points }] : [];
  });
}
