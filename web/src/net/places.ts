// Sitting down at a public table.
import { post } from "./api.ts";
import { keepTable } from "./my-tables.ts";
import { newId } from "./outbox.ts";
import { playerName } from "./player.ts";
import { keepSecret } from "./secrets.ts";
import type { JoinedSeat } from "./types.ts";

/** Ask for a seat under one's name, and go there. */
export async function take(path: string, more: Record<string, string> = {}): Promise<void> {
  const { id, url, seat, secret } = await post<JoinedSeat>(path, { name: playerName(), ...more });
  if (secret) keepSecret(id, seat, secret);
  keepTable(id);
  if (location.pathname === url) location.reload();
  else location.assign(url);
}

/** The same at a table: a lost answer does not lose the seat. */
export function sitDown(table: string): Promise<void> {
  return take(`/api/lobby/${table}/join`, { client_move_id: newId() });
}
