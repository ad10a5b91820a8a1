// The result of a game as plain data: who stands where on the podium, and the categories of the score beside each other.
import type { Seat } from "../net/types.ts";

export interface Place {
  seat: Seat;
  /** 1 for every winner; the others after them by their scores. */
  rank: number;
  first: boolean;
}

/** The places from left to right: the first in the middle, the second on its left, the third on its right, and so on outwards. */
export function places(seats: Seat[], winners: number[]): Place[] {
  const isWinner = (seat: Seat): boolean => winners.includes(seat.seat);
  const ahead = (one: Seat, other: Seat): boolean =>
    isWinner(one) === isWinner(other) ? one.score > other.score : isWinner(one);
  const order = [...seats].sort((one, other) => Number(ahead(other, one)) - Number(ahead(one, other)));
  const ranked = order.map((seat) => ({
    seat,
    rank: isWinner(seat) ? 1 : 1 + seats.filter((other) => ahead(other, seat)).length,
    first: isWinner(seat),
  }));
  const outwards = (side: number): Place[] => ranked.filter((_, index) => index % 2 === side);
  return [...outwards(1).reverse(), ...outwards(0)];
}

export interface Bar {
  /** The share of the podium's height that the score has. */
  height: number;
  /** Where the bar begins, as such a share: all begin at zero, those of negative scores reach down from it. */
  foot: number;
}

/** How high the bar of each score is, in the same measure for all. */
export function barsOf(scores: number[]): (score: number) => Bar {
  const [low, high] = [Math.min(0, ...scores), Math.max(0, ...scores)];
  const range = high - low || 1;
  return (score) => ({ height: Math.abs(score) / range, foot: (Math.min(0, score) - low) / range });
}

export interface Row {
  name: string;
  /** By seat, in the order of the seats. */
  points: number[];
  /** Whose points are the most; -1 where several have as many. */
  best: number;
}

/** Every category that somebody has points in, in the order in which the seats name them. */
export function categories(seats: Seat[]): Row[] {
  const names: string[] = [];
  for (const { sources } of seats) {
    let next = 0;
    for (const [name] of sources) {
      const index = names.indexOf(name);
      if (index < 0) names.splice(next, 0, name);
      next = (index < 0 ? next : index) + 1;
    }
  }
  return names.map((name) =>
    row(
      name,
      seats.map((seat) => pointsIn(seat, name)),
    ),
  );
}

function pointsIn({ sources }: Seat, name: string): number {
  return sources.reduce((sum, [label, points]) => (label === name ? sum + points : sum), 0);
}

export function row(name: string, points: number[]): Row {
  const most = Math.max(...points);
  const leaders = points.flatMap((value, index) => (value === most ? [index] : []));
  return { name, points, best: leaders.length === 1 ? (leaders[0] as number) : -1 };
}

/** At most so many rows: those in which the players differ least are counted together, under a name for theirs. */
export function foldRows(rows: Row[], most: number, nameOf: (names: string[]) => string): Row[] {
  if (rows.length <= most) return rows;
  const spread = ({ points }: Row): number => Math.max(...points) - Math.min(...points);
  const distinct = new Set([...rows].sort((one, other) => spread(other) - spread(one)).slice(0, most - 1));
  const rest = rows.filter((each) => !distinct.has(each));
  const sums = (rest[0]?.points ?? []).map((_, index) =>
    rest.reduce((sum, { points }) => sum + (points[index] ?? 0), 0),
  );
  return [...rows.filter((each) => distinct.has(each)), row(nameOf(rest.map(({ name }) => name)), sums)];
}
