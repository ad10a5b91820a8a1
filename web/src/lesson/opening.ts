// After the lesson: a table of one's own, against the gentlest bots.
import { openTable, type Say } from "../net/places.ts";
import { playerName } from "../net/player.ts";
import type { Lesson } from "../net/types.ts";

export async function openFirstTable({ title, seats, rival }: Lesson, say: Say): Promise<void> {
  const bots = Array.from({ length: seats - 1 }, () => ({ kind: "bot", bot: rival }));
  const me = { kind: "me", name: playerName() };
  const wish = { title: title.name, hints: true, seats: [me, ...bots] };
  location.assign((await openTable("/api/tables", wish, say)).url);
}
