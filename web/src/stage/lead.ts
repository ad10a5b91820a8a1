// Who leads whom, by how much, and where: the sources in which the leader has more.
import type { Seat } from "../net/types.ts";

type Scored = Pick<Seat, "seat" | "score" | "sources">;

export interface Lead {
  seat: number;
  /** The best of the others. */
  next: number;
  by: number;
  /** Where the leader has more than that one, the largest difference first. */
  from: Reason[];
}

export interface Reason {
  label: string;
  mine: number;
  theirs: number;
}

/** The seat that leads alone; undefined where several have most, or somebody plays alone. */
export function leadOf(seats: readonly Scored[]): Lead | undefined {
  const [first, next] = [...seats].sort((one, other) => other.score - one.score);
  if (!first || !next || first.score === next.score) return undefined;
  return { seat: first.seat, next: next.seat, by: first.score - next.score, from: reasons(first, next) };
}

function reasons({ sources }: Scored, next: Scored): Reason[] {
  const [mine, theirs] = [sumBySource(sources), sumBySource(next.sources)];
  return [...new Set([...mine.keys(), ...theirs.keys()])]
    .map((label) => ({ label, mine: mine.get(label) ?? 0, theirs: theirs.get(label) ?? 0 }))
    .filter((reason) => gap(reason) > 0)
    .sort((one, other) => gap(other) - gap(one));
}

function gap({ mine, theirs }: Reason): number {
  return mine - theirs;
}

function sumBySource(sources: Seat["sources"]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [label, points] of sources) sums.set(label, (sums.get(label) ?? 0) + points);
  return sums;
}
