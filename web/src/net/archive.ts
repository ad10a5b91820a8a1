// Unfinished games that someone does not want to see on the home page any more: they stay on the page of their games.
import { local } from "../ui/storage.ts";

const KEY = "quartier.archived";
const MAX_TABLES = 200;

export function archivedTables(): string[] {
  return local.loadTexts(KEY);
}

/** What the account has noted on another device. */
export function takeArchive(noted: string | null): void {
  if (noted !== null) local.set(KEY, noted);
}

export function archive(id: string, on: boolean): void {
  const others = archivedTables().filter((each) => each !== id);
  local.save(KEY, on ? [id, ...others].slice(0, MAX_TABLES) : others);
}
