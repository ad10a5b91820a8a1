// Who leads whom, by how much and from what: the sources in which both have not the same.
import type { Seat } from "../net/types.ts";

type Scored = Pick<Seat, "seat" | "score" | "sources">;

export interface Lead {
  seat: number;
  /** The best of the others. */
  next: number;
  by: number;
  /** What the leader has more or less there than that one, the largest first; they add up to `by`. */
  from: [string, number][];
}

/** The seat that leads alone; undefined where several have most, or somebody plays alone. */
export function leadOf(seats: readonly Scored[]): Lead | undefined {
  const [first, next] = [...seats].sort((one, other) => other.score - one.score);
  if (!first || !next || first.score === next.score) return undefined;
  return { seat: first.seat, next: next.seat, by: first.score - next.score, from: differences(first, next) };
}

function differences({ sources }: Scored, next: Scored): [string, number][] {
  const [mine, theirs] = [sumBySource(sources), sumBySource(next.sources)];
  const labels = [...new Set([...mine.keys(), ...theirs.keys()])];
  return labels
    .map((label): [string, number] => [label, (mine.get(label) ?? 0) - (theirs.get(label) ?? 0)])
    .filter(([, points]) => points !== 0)
    .sort(([, one], [, other]) => Math.abs(other) - Math.abs(one));
}

function sumBySource(sources: Seat["sources"]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [label, points] of sources) sums.set(label, (sums.get(label) ?? 0) + points);
  return sums;
}
