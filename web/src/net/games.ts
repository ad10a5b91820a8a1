// The games of whoever is at this device: those of the account that is signed in here, and those that it plays as a guest.

import { local } from "../ui/storage.ts";
import { get, Refused } from "./api.ts";
import { archivedTables, takeArchive } from "./archive.ts";
import { accountName, dropTable, finishedTables, myTables, signedIn } from "./my-tables.ts";
import type { Summary, YourGames } from "./types.ts";

/** Those that run, and those whose end no one has seen here yet. */
export async function myGames(): Promise<Summary[]> {
  const [own, more] = await Promise.all([Promise.all(myTables().map(summary)), ofAccount()]);
  const games = own.filter((game) => game !== undefined);
  const ids = new Set(games.map(({ id }) => id));
  return [...games, ...more.filter(({ id, state }) => state !== "over" && !ids.has(id))];
}

/** Those that are over and that this device knows by itself or from the account, the last one first. */
export async function gameResults(): Promise<Summary[]> {
  const own = await Promise.all([...new Set([...finishedTables(), ...myTables()])].map(summary));
  const ids = new Set(own.map((game) => game?.id));
  const games = [...own, ...(await ofAccount()).filter(({ id }) => !ids.has(id))];
  return games
    .filter((game) => game !== undefined)
    .filter(({ state }) => state === "over")
    .sort((one, other) => other.at - one.at);
}

/** Those that wait for this person and are not put away, in the order that they have chosen. */
export function waiting(games: Summary[]): Summary[] {
  const away = archivedTables();
  return games.filter(({ id, state }) => state === "yours" && !away.includes(id)).sort(inOwnOrder);
}

const RANKS: Record<Summary["state"], number> = { yours: 0, over: 1, running: 2, open: 3 };

/** What waits comes first, in the person's own order; of the others what moved on last. */
export function inOrder(one: Summary, other: Summary): number {
  const rank = RANKS[one.state] - RANKS[other.state];
  return rank || (one.state === "yours" ? inOwnOrder(one, other) : other.at - one.at);
}

export const ORDER = "quartier.order";

/** By game, or what is due first; else, and where that is the same, what has waited longest. */
function inOwnOrder(one: Summary, other: Summary): number {
  const order = local.get(ORDER);
  const never = Number.MAX_VALUE;
  const own =
    order === "title"
      ? one.title.text.localeCompare(other.title.text)
      : order === "left"
        ? (one.left ?? never) - (other.left ?? never)
        : 0;
  return own || one.at - other.at;
}

async function ofAccount(): Promise<Summary[]> {
  if (accountName() === null) return [];
  try {
    const { games, archived } = await get<YourGames>("/api/account/games");
    takeArchive(archived);
    return games;
  } catch (error) {
    if (error instanceof Refused && error.status === 401) signedIn(null);
    return [];
  }
}

/** Finished games never change. */
const over = new Map<string, Summary>();

/** None for a table that is gone, or where another has the seat; then it is forgotten. */
async function summary(id: string): Promise<Summary | undefined> {
  try {
    const game = over.get(id) ?? (await get<Summary>(`/api/tables/${id}/summary`));
    if (game.state === "over") over.set(id, game);
    return game;
  } catch (error) {
    if (error instanceof Refused && error.status >= 400 && error.status < 500 && error.status !== 429) dropTable(id);
    return undefined;
  }
}
