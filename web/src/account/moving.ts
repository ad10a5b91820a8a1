// A guest's seats move into the account, table by table: each can be refused by itself.
import { get, post, Refused } from "../net/api.ts";
import { dropTable } from "../net/my-tables.ts";
import { takeOverSeats } from "../net/old-seats.ts";
import { dropSecrets } from "../net/secrets.ts";
import type { OwnGames, TransferredSeats } from "../net/types.ts";

/** The tables at which this browser has seats of its own. */
export async function guestTables(): Promise<string[]> {
  await takeOverSeats();
  return (await get<OwnGames>("/api/games?finished=0")).guest;
}

/** What cannot be moved now stays on the device, and can be moved later. */
export async function moveIn(): Promise<void> {
  for (const table of await guestTables()) {
    try {
      await post<TransferredSeats>(`/api/tables/${table}/keep`, {});
    } catch (error) {
      if (!(error instanceof Refused && [404, 410].includes(error.status))) throw error;
      if (error.status === 410) continue; // set aside, and perhaps not for ever
    }
    dropTable(table);
    dropSecrets(table);
  }
}
