// What may be known of the scores while they are counted, as plain data: so many steps of the count, and nobody has won yet.
import type { CountedStep } from "../net/types.ts";
import type { Seating } from "./seats.ts";

/** The table as it stands after some steps of the count. */
export function countedSoFar<V extends Seating>(view: V, steps: CountedStep[], counted: number): V {
  const countedSteps = steps.slice(0, counted);
  const seats = view.seats.map((seat) => {
    const sources = countedSteps.flatMap(({ name, points }): [string, number][] => {
      const own = points[seat.seat] ?? 0;
      return own ? [[name, own]] : [];
    });
    return { ...seat, sources, score: sources.reduce((sum, [, points]) => sum + points, 0) };
  });
  return { ...view, seats, over: null };
}

/** The table with the scores of before: the last points are still on their way. */
export function asBefore<V extends Seating>(view: V, { seats }: Seating): V {
  const merged = view.seats.map((seat) => {
    const was = seats.find((each) => each.seat === seat.seat);
    return { ...seat, score: was?.score ?? 0, sources: was?.sources ?? [] };
  });
  return { ...view, seats: merged, over: null };
}
