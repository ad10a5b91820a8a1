// How far this browser is in each lesson, so that it goes on there.

function key(title: string): string {
  return `quartier.lesson.${title}`;
}

/** The step to go on with; 0 at the beginning and after the end. */
export function stepKept(title: string, steps: number): number {
  const kept = Number(localStorage.getItem(key(title)) ?? 0);
  return Number.isInteger(kept) && kept > 0 && kept < steps ? kept : 0;
}

export function keepStep(title: string, step: number): void {
  localStorage.setItem(key(title), String(step));
}
