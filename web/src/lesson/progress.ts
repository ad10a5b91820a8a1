// How far this browser is in the chapters of each lesson, so that it goes on there.
import { local } from "../ui/storage.ts";

function key(title: string): string {
  return `quartier.lesson.${title}`;
}

/** How many steps of each chapter are done; nothing for those not begun. */
export function loadProgress(title: string): number[] {
  const saved = local.load(key(title));
  return Array.isArray(saved) ? saved.map(Number) : [];
}

/** A chapter that was finished once stays so. */
export function saveStep(title: string, chapter: number, step: number, steps: number): void {
  const progress = loadProgress(title);
  if ((progress[chapter] ?? 0) >= steps) return;
  for (let before = 0; before < chapter; before++) progress[before] ??= 0;
  progress[chapter] = step;
  local.save(key(title), progress);
}
