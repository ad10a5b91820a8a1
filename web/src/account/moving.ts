// A guest's seats move into the account, table by table: the cookies that open them are bound to their table's address.
import { post, Refused } from "../net/api.ts";
import { dropTable, finishedTables, myTables } from "../net/my-tables.ts";
import { dropSecrets, tablesWithSecrets } from "../net/secrets.ts";
import type { TransferredSeats } from "../net/types.ts";

const MAX_GUEST_TABLES = 60;

/** The tables at which this device has seats of its own. */
export function guestTables(most = MAX_GUEST_TABLES): string[] {
  return [...new Set([...myTables(), ...finishedTables(), ...tablesWithSecrets()])].slice(0, most);
}

/** What cannot be moved now stays on the device, and can be moved later. */
export async function moveIn(): Promise<void> {
  for (const table of guestTables()) {
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
