// After the lesson: a table of one's own, against the gentlest bots.
import { post } from "../net/api.ts";
import { keepTable } from "../net/my-tables.ts";
import { playerName } from "../net/player.ts";
import { keepSecret } from "../net/secrets.ts";
import type { Lesson, MadeTable } from "../net/types.ts";

export async function openTable({ title, seats, rival }: Lesson): Promise<void> {
  const bots = Array.from({ length: seats - 1 }, () => ({ kind: "bot", bot: rival }));
  const me = { kind: "me", name: playerName() };
  const table = await post<MadeTable>("/api/tables", { title: title.name, hints: true, seats: [me, ...bots] });
  for (const seat of table.seats) if (seat.secret) keepSecret(table.id, seat.seat, seat.secret);
  keepTable(table.id);
  location.assign(table.url);
}
