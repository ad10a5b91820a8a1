// The tables at which a guest at this device has a seat and whose end was not seen here: the home page shows those that are
// over, too. Which tables there are, the server knows.
import { local } from "../ui/storage.ts";
import type { View } from "./types.ts";

const KEY = "quartier.tables";

export function myTables(): string[] {
  return local.loadTexts(KEY);
}

/** The page shows the end of a game, or a table without a seat of this device. */
export function dropTable(id: string): void {
  keepTables(myTables().filter((each) => each !== id));
}

/** The page shows this table. */
export function noteTable({ id, viewer, over }: View): void {
  if (viewer.seat !== null && !over) keepTable(id);
  else dropTable(id);
}

/** This device has a seat there. */
export function keepTable(id: string): void {
  if (!myTables().includes(id)) keepTables([id, ...myTables()]);
}

/** As the server lists them; it remembers those of an account. */
export function keepTables(ids: string[]): void {
  if (accountName() === null) local.save(KEY, ids);
}

// --- Whether somebody is signed in here, and as whom: what this device was told last. The server decides; this saves asking ---
const ACCOUNT = "quartier.account";

export function signedIn(name: string | null): void {
  if (name === null) local.remove(ACCOUNT);
  else local.set(ACCOUNT, name);
}

export function accountName(): string | null {
  return local.get(ACCOUNT);
}
