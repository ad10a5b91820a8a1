// Which daily puzzles were solved at this device: nobody else is told, and there is no account.
import { local } from "../ui/storage.ts";

const KEY = "quartier.puzzles";
const MOST_DAYS = 400;
const DAY = 24 * 3600 * 1000;

/** On its own day, on a later one, or not at all: the solution was shown. */
export type Way = "today" | "later" | "shown";
export type Solved = Record<string, Record<string, Way>>;

/** By day and title. */
export function loadSolutions(): Solved {
  const stored: unknown = local.load(KEY);
  return stored && typeof stored === "object" ? (stored as Solved) : {};
}

/** The first way counts: a solution that was shown is not found afterwards, and one that was found stays so. */
export function saveSolution(day: string, title: string, way: Way): void {
  const solutions = loadSolutions();
  solutions[day] = { [title]: way, ...solutions[day] };
  const last = Object.entries(solutions).sort().slice(-MOST_DAYS);
  local.save(KEY, Object.fromEntries(last));
}

/** How many days in a row, up to today or yesterday, had a puzzle that was solved on its own day. */
export function streak(solutions: Solved, today: string): number {
  const isDone = (day: string): boolean => Object.values(solutions[day] ?? {}).includes("today");
  let day = isDone(today) ? today : before(today);
  let days = 0;
  for (; isDone(day); day = before(day)) days++;
  return days;
}

function before(day: string): string {
  return new Date(Date.parse(day) - DAY).toISOString().slice(0, 10);
}
