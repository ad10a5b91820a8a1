// The home page: tables of this device, a card for each title, joining by a code, and opening a record.
import { tellStreak } from "../today/marks.ts";
import { findAll } from "../ui/dom.ts";
import { startCode } from "./code.ts";
import { startGames } from "./games.ts";
import { startOpenTables } from "./open.ts";
import { startRecord } from "./record.ts";
import { TitleCard } from "./title.ts";

export function startHome(): void {
  for (const card of findAll(".title-card")) new TitleCard(card);
  startGames();
  startCode();
  startRecord();
  startOpenTables();
  tellStreak(document.body.dataset.today ?? "");
}
