// What a new view brings besides its picture: words for the ear, sounds, rising points.
import type { LogLine, View } from "../net/types.ts";
import { gainers, showGains } from "../stage/gains.ts";
import type { Seats } from "../stage/seats.ts";
import { announce } from "../ui/announce.ts";
import { chime, tick, yourTurn } from "../ui/sound.ts";

const SPOKEN = 4; // lines; more at once only happen when the page comes back after a while

export function tellNews(before: View, view: View, fresh: LogLine[], seats: Seats): void {
  for (const { line } of fresh.slice(-SPOKEN)) announce(line);
  const gained = gainers(before, view);
  showGains(gained, seats);
  if (fresh.some((line) => line.actor !== "*")) tick();
  if (gained.length) chime();
  if (view.turn.yours && !before.turn.yours) yourTurn();
}
