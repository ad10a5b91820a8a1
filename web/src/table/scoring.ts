// How points are made, with everybody's points now, as plain data.
import type { Category, Seat } from "../net/types.ts";
import { categories, type Row, row } from "./results.ts";

type Scored = Pick<Seat, "sources">;

export interface Way extends Row {
  /** What the title says of it; undefined for sources of which it says nothing. */
  told?: Category;
  /** What each seat's points there are made of. */
  parts: Seat["sources"][];
}

/** The categories that a title tells of, with points or not; then what else somebody has points from. */
export function ways(seats: Seat[], ruleCategories: Category[]): Way[] {
  const rest = seats.map((seat) => ({ ...seat, sources: without(seat, ruleCategories) }));
  const others = categories(rest).map((each) => ({ ...each, parts: seats.map(() => []) }));
  return [...ruleCategories.map((category) => way(seats, category)), ...others];
}

function way(seats: Scored[], category: Category): Way {
  const parts = seats.map(({ sources }) => sources.filter(([label]) => belongs(label, category)));
  const sums = parts.map((each) => each.reduce((sum, [, points]) => sum + points, 0));
  return { ...row(category.name, sums), told: category, parts };
}

function without({ sources }: Scored, ruleCategories: Category[]): Seat["sources"] {
  return sources.filter(([label]) => !ruleCategories.some((category) => belongs(label, category)));
}

function belongs(label: string, { labels }: Category): boolean {
  return labels.some((beginning) => label.startsWith(beginning));
}
