// After the lesson: a table of one's own, against the gentlest bots.
import { openTable, type Say } from "../net/places.ts";
import { playerName } from "../net/player.ts";
import type { Lesson } from "../net/types.ts";

export async function openFirstTable({ title, seats, seat, rival }: Lesson, say: Say): Promise<void> {
  const players: object[] = Array.from({ length: seats }, () => ({ kind: "bot", bot: rival }));
  players[seat] = { kind: "me", name: playerName() };
  const wish = { title: title.name, hints: true, seats: players };
  location.assign((await openTable("/api/tables", wish, say)).url);
}
