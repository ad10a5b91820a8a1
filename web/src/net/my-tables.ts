// The tables at which a guest at this device has a seat, the last one first: those that the home page shows. A game that is over
// is shown apart once its end was seen. What somebody plays who is signed in, the server knows.

import { local } from "../ui/storage.ts";
import type { View } from "./types.ts";

const KEY = "quartier.tables";
const FINISHED = "quartier.finished";
const MAX_TABLES = 40;

export function myTables(): string[] {
  return local.loadTexts(KEY);
}

/** Games of a guest whose end was seen. */
export function finishedTables(): string[] {
  return local.loadTexts(FINISHED);
}

export function dropTable(id: string): void {
  for (const key of [KEY, FINISHED])
    saveIds(
      key,
      local.loadTexts(key).filter((each) => each !== id),
    );
}

/** The page shows this table. */
export function noteTable({ id, viewer, over }: View): void {
  if (viewer.seat !== null && !over) return keepTable(id);
  if (viewer.seat !== null) noteEnd(id);
  else dropTable(id);
}

/** The end of a game at which this device has a seat was seen. */
export function noteEnd(id: string): void {
  dropTable(id);
  if (accountName() === null) saveIds(FINISHED, [id, ...finishedTables()]);
}

/** This device has a seat there. */
export function keepTable(id: string): void {
  if (accountName() !== null) return;
  if (myTables()[0] !== id) saveIds(KEY, [id, ...myTables().filter((each) => each !== id)]);
}

function saveIds(key: string, tables: string[]): void {
  local.save(key, tables.slice(0, MAX_TABLES));
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
