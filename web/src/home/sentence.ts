// What a table will be, in a sentence: "2 players, 1 bot, about 20 minutes".
import { ngettext, t } from "../ui/translations.ts";

export interface Company {
  players: number;
  bots: number;
  friends: number;
  /** With the fewest players and with the most; 0: nobody knows. */
  minutes: [number, number];
  /** Fewest and most players. */
  seats: [number, number];
  /** How much time each has, such as "5 min + 10 s"; empty without a clock. */
  clock: string;
  /** It is for each turn, so that a game takes days. */
  days: boolean;
}

/** Who plays. */
export function saysOf(company: Company): string {
  const { players, bots, friends } = company;
  const parts = [
    ngettext("{count} player", "{count} players", players),
    ...(bots ? [ngettext("{count} bot", "{count} bots", bots)] : []),
    ...(friends ? [t("{count} by link", { count: friends })] : []),
    ...(company.clock ? [company.clock] : []),
  ];
  return parts.join(", ");
}

/** The same, and how long it takes. */
export function saysAll(company: Company): string {
  const minutes = company.days ? 0 : minutesOf(company);
  const time = minutes ? [ngettext("about {count} minute", "about {count} minutes", minutes)] : [];
  return [saysOf(company), ...time].join(", ");
}

/** More players take longer; nobody says it to the minute. */
export function minutesOf({ players, minutes: [least, most], seats: [fewest, largest] }: Company): number {
  const part = largest > fewest ? (players - fewest) / (largest - fewest) : 0;
  return Math.round((least + (most - least) * part) / 5) * 5;
}
