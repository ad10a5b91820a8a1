// The games of whoever is at this device: those of the account that is signed in here, and those that it plays as a guest.
import { get, Refused } from "./api.ts";
import { accountName, dropTable, finishedTables, myTables, signedIn } from "./my-tables.ts";
import type { Summary, YourGames } from "./types.ts";

export async function myGames(): Promise<Summary[]> {
  const summaries = await Promise.all([...new Set([...myTables(), ...finishedTables()])].map(summary));
  const own = summaries.filter((game) => game !== undefined);
  const ownIds = new Set(own.map(({ id }) => id));
  return [...own, ...(await ofAccount()).filter(({ id }) => !ownIds.has(id))];
}

/** Those that wait for this person, in the order that they have chosen. */
export function waiting(games: Summary[]): Summary[] {
  return games.filter(({ state }) => state === "yours").sort(inOwnOrder);
}

export const ORDER = "quartier.order";

/** By game, or what is due first; else, and where that is the same, what has waited longest. */
export function inOwnOrder(one: Summary, other: Summary): number {
  const order = localStorage.getItem(ORDER);
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
    return (await get<YourGames>("/api/account/games")).games;
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
