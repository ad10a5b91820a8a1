// The tables at which a guest at this device has a seat, the last one first: those that the home page shows. A game that is over
// leaves once its end was seen. What somebody plays who is signed in, the server knows.
import type { View } from "./types.ts";
import { accountName } from "./who.ts";

const KEY = "quartier.tables";
const MOST = 12;

export function myTables(): string[] {
  const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
  return Array.isArray(kept) ? kept.filter((each) => typeof each === "string") : [];
}

export function dropTable(id: string): void {
  keep(myTables().filter((each) => each !== id));
}

/** The page shows this table. */
export function noteTable({ id, viewer, over }: View): void {
  if (viewer.seat === null || over) return dropTable(id);
  keepTable(id);
}

/** This device has a seat there. */
export function keepTable(id: string): void {
  if (accountName() !== null) return;
  if (myTables()[0] !== id) keep([id, ...myTables().filter((each) => each !== id)]);
}

function keep(tables: string[]): void {
  localStorage.setItem(KEY, JSON.stringify(tables.slice(0, MOST)));
}
