// Opening a table, and sitting down at a public one.

import { session } from "../ui/storage.ts";
import { keepTable } from "./my-tables.ts";
import { newId, postReliably } from "./outbox.ts";
import { playerName } from "./player.ts";
import { keepSecret } from "./secrets.ts";
import type { JoinedSeat, MadeTable } from "./types.ts";

/** Where a quick match has led, and what was wanted. */
const MATCH = "quartier.match";

/** Shows what a request waits for. */
export type Say = (text: string) => void;

interface Match {
  id: string;
  wish: Record<string, string>;
}

/** Ask for a quick match, and go to the table. `say` shows what the request waits for. */
export async function quickMatch(wish: Match["wish"], say: Say): Promise<void> {
  const seat = await requestMatch(wish, say);
  session.save(MATCH, { id: seat.id, wish });
  goTo(seat);
}

/** Who waits at a table to which a quick match has led asks again: others may wait at another one. */
export async function matchAgain(table: string): Promise<void> {
  const match = session.load(MATCH) as Match | undefined;
  if (match?.id !== table) return;
  const seat = await requestMatch(match.wish, () => {}); // the page of the table says that the connection is lost
  if (seat.id === table) return;
  session.save(MATCH, { ...match, id: seat.id });
  goTo(seat);
}

function requestMatch(wish: Match["wish"], say: Say): Promise<JoinedSeat> {
  return postReliably("/api/lobby/play", { name: playerName(), client_move_id: newId(), ...wish }, say);
}

/** The same at a table: a lost answer does not lose the seat. `say` shows what the request waits for. */
export async function sitDown(table: string, say: Say): Promise<void> {
  const body = { name: playerName(), client_move_id: newId() };
  goTo(await postReliably<JoinedSeat>(`/api/lobby/${table}/join`, body, say));
}

/** Open a table: a lost answer opens no second one. `say` shows what the request waits for. */
export async function openTable(path: string, wish: Record<string, unknown>, say: Say): Promise<MadeTable> {
  const table = await postReliably<MadeTable>(path, { ...wish, client_move_id: newId() }, say);
  for (const { seat, secret } of table.seats) if (secret) keepSecret(table.id, seat, secret);
  if (table.seats.some(({ kind }) => kind === "me")) keepTable(table.id);
  return table;
}

function goTo({ id, url, seat, secret }: JoinedSeat): void {
  if (secret) keepSecret(id, seat, secret);
  keepTable(id);
  if (location.pathname === url) location.reload();
  else location.assign(url);
}
