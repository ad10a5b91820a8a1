// What a new view brings besides its picture: words for the ear, sounds, rising points.
import { announce } from "./announce.ts";
import { riseFrom } from "./motion.ts";
import type { Seats } from "./seats.ts";
import { chime, tick, yourTurn } from "./sound.ts";
import type { LogLine, View } from "./types.ts";

const SPOKEN = 4; // lines; more at once only happen when the page comes back after a while

export function tellNews(before: View, view: View, fresh: LogLine[], seats: Seats): void {
  fresh.slice(-SPOKEN).forEach((line) => announce(line.line));
  const gained = gainers(before, view);
  showGains(gained, seats);
  if (fresh.some((line) => line.actor !== "*")) tick();
  if (gained.length) chime();
  if (view.turn.yours && !before.turn.yours) yourTurn();
}

export interface Gain {
  seat: number;
  points: number;
}

/** "+7" rising from every seat that has gained. */
export function showGains(gained: Gain[], seats: Seats): void {
  for (const { seat, points } of gained) {
    const chip = seats.chip(seat);
    if (chip) riseFrom(chip, `+${points}`);
  }
}

/** The seat of the last line that is no chance event. */
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
