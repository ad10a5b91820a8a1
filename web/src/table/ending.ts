// The module that is loaded at the end of a game.
export function endModule(): Promise<typeof import("../end.ts")> {
  return import(document.body.dataset.end ?? "");
}
