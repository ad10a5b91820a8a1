// Sitting down at a public table.
import { post } from "./api.ts";
import { keepTable } from "./my-tables.ts";
import { newId, postReliably } from "./outbox.ts";
import { playerName } from "./player.ts";
import { keepSecret } from "./secrets.ts";
import type { JoinedSeat } from "./types.ts";

/** Ask for a seat under one's name, and go there. */
export async function take(path: string, more: Record<string, string>): Promise<void> {
  goTo(await post<JoinedSeat>(path, { name: playerName(), ...more }));
}

/** The same at a table: a lost answer does not lose the seat. `say` shows what the request waits for. */
export async function sitDown(table: string, say: (text: string) => void): Promise<void> {
  const body = { name: playerName(), client_move_id: newId() };
  goTo(await postReliably<JoinedSeat>(`/api/lobby/${table}/join`, body, say));
}

function goTo({ id, url, seat, secret }: JoinedSeat): void {
  if (secret) keepSecret(id, seat, secret);
  keepTable(id);
  if (location.pathname === url) location.reload();
  else location.assign(url);
}
