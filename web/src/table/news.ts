// What a new view brings besides its picture: words for the ear, and sounds.
import type { LogLine, View } from "../net/types.ts";
import { gainers } from "../stage/gains.ts";
import { announce } from "../ui/announce.ts";
import { chime, tick, yourTurn } from "../ui/sound.ts";

const SPOKEN = 4; // lines; more at once only happen when the page comes back after a while

export function tellNews(before: View, view: View, fresh: LogLine[]): void {
  for (const { line } of fresh.slice(-SPOKEN)) announce(line);
  if (fresh.some((line) => line.actor !== "*")) tick();
  if (gainers(before, view).length) chime();
  if (view.turn.yours && !before.turn.yours) yourTurn();
}
