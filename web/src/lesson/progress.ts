// How far this browser is in each lesson, so that it goes on there.

function key(title: string): string {
  return `quartier.lesson.${title}`;
}

/** The step to go on with; 0 at the beginning and after the end. */
export function loadStep(title: string, steps: number): number {
  const step = Number(localStorage.getItem(key(title)) ?? 0);
  return Number.isInteger(step) && step > 0 && step < steps ? step : 0;
}

export function saveStep(title: string, step: number): void {
  localStorage.setItem(key(title), String(step));
}
