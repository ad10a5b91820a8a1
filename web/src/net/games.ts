// The games of whoever is at this device: those of the account that is signed in here, and those that it plays as a guest.
import { local } from "../ui/storage.ts";
import { get } from "./api.ts";
import { archivedTables, takeArchive } from "./archive.ts";
import { keepTables, myTables, signedIn } from "./my-tables.ts";
import { takeOverSeats } from "./old-seats.ts";
import type { OwnGames, Summary } from "./types.ts";

/** An event with the player's bot level by title. */
export const OWN_LEVELS = "own-levels";

/** Those that run, and those whose end no one has seen here yet. */
export async function myGames(): Promise<Summary[]> {
  const unseen = myTables();
  const games = (await allGames()).filter(({ id, state }) => state !== "over" || unseen.includes(id));
  keepTables(games.map(({ id }) => id));
  return games;
}

/** All that run, and the last ones that are over: so many, or as many as the server likes. */
export async function allGames(finished?: number): Promise<Summary[]> {
  await takeOverSeats();
  const query = finished ? `?finished=${finished}` : "";
  const { games, archived, account, levels } = await get<OwnGames>(`/api/games${query}`);
  document.dispatchEvent(new CustomEvent(OWN_LEVELS, { detail: levels }));
  takeArchive(archived);
  signedIn(account);
  return games;
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
