// What finished games add up to.
import type { PlayedGame } from "../net/types.ts";

export interface Count {
  name: string;
  games: number;
  won: number;
}

/** Games and wins by what `names` says of each, those with the most games first. */
export function countBy(games: PlayedGame[], names: (game: PlayedGame) => string[]): Count[] {
  const counts = new Map<string, Count>();
  for (const game of games) {
    for (const name of new Set(names(game))) {
      const count = counts.get(name) ?? { name, games: 0, won: 0 };
      count.games++;
      if (game.outcome === "won") count.won++;
      counts.set(name, count);
    }
  }
  return [...counts.values()].sort((one, other) => other.games - one.games || one.name.localeCompare(other.name));
}

/** How many of the last games were won in a row; `games` begin with the last one. */
export function winStreak(games: PlayedGame[]): number {
  const end = games.findIndex(({ outcome }) => outcome !== "won");
  return end < 0 ? games.length : end;
}
