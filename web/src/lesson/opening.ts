// After the lesson: a table of one's own, against the gentlest bots.
import { post } from "../net/api.ts";
import { keepTable } from "../net/my-tables.ts";
import { playerName } from "../net/player.ts";
import { keepSecret } from "../net/secrets.ts";
import type { Lesson, MadeTable } from "../net/types.ts";

export async function openTable({ title, seats, seat, rival }: Lesson): Promise<void> {
  const players: object[] = Array.from({ length: seats }, () => ({ kind: "bot", bot: rival }));
  players[seat] = { kind: "me", name: playerName() };
  const table = await post<MadeTable>("/api/tables", { title: title.name, hints: true, seats: players });
  for (const { seat, secret } of table.seats) if (secret) keepSecret(table.id, seat, secret);
  keepTable(table.id);
  location.assign(table.url);
}
