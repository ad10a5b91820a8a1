// What a table will be, in a sentence: "Two players, one bot, about 20 minutes".
import { t } from "../ui/translations.ts";

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
    playersIn(players),
    ...(bots ? [botsIn(bots)] : []),
    ...(friends ? [t("{count} by link", { count: friends })] : []),
    ...(company.clock ? [company.clock] : []),
  ];
  return parts.join(", ");
}

/** The same, and how long it takes. */
export function saysAll(company: Company): string {
  const minutes = company.days ? 0 : minutesOf(company);
  const time = minutes ? [t("about {minutes} minutes", { minutes })] : [];
  return [saysOf(company), ...time].join(", ");
}

/** More players take longer; nobody says it to the minute. */
export function minutesOf({ players, minutes: [least, most], seats: [fewest, largest] }: Company): number {
  const part = largest > fewest ? (players - fewest) / (largest - fewest) : 0;
  return Math.round((least + (most - least) * part) / 5) * 5;
}

function playersIn(count: number): string {
  const counts = [
    t("One player"),
    t("Two players"),
    t("Three players"),
    t("Four players"),
    t("Five players"),
    t("Six players"),
  ];
  return counts[count - 1] ?? t("{count} players", { count });
}

function botsIn(count: number): string {
  const counts = [t("one bot"), t("two bots"), t("three bots"), t("four bots"), t("five bots"), t("six bots")];
  return counts[count - 1] ?? t("{count} bots", { count });
}
