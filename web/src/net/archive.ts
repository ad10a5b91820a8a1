// Unfinished games that someone does not want to see on the home page any more: they stay on the page of their games.
const KEY = "quartier.archived";
const MAX_TABLES = 200;

export function archivedTables(): string[] {
  const ids: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
  return Array.isArray(ids) ? ids.filter((each) => typeof each === "string") : [];
}

/** What the account has noted on another device. */
export function takeArchive(noted: string | null): void {
  if (noted !== null) localStorage.setItem(KEY, noted);
}

export function archive(id: string, on: boolean): void {
  const others = archivedTables().filter((each) => each !== id);
  localStorage.setItem(KEY, JSON.stringify(on ? [id, ...others].slice(0, MAX_TABLES) : others));
}
