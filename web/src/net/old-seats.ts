// Seats of earlier releases: one cookie per table, which browsers drop beyond some 180, and secrets in the browser's storage. Each is
// presented once; from then on the server knows this browser's seats.
import { local } from "../ui/storage.ts";
import { get, post, Refused } from "./api.ts";
import { secretsOf } from "./secrets.ts";

const LISTS = ["quartier.tables", "quartier.finished"];
const SECRETS = "quartier.secrets.";
const DONE = "quartier.seats";

/** Present everything, unless that was done. */
export async function takeOverSeats(): Promise<void> {
  if (local.get(DONE)) return;
  const listed = LISTS.flatMap((key) => local.loadTexts(key));
  const secret = local.keys().filter((key) => key.startsWith(SECRETS));
  for (const table of new Set([...listed, ...secret.map((key) => key.slice(SECRETS.length))])) await present(table);
  local.remove("quartier.finished");
  local.set(DONE, "1");
}

/** Show the server what opened seats at a table. */
export async function present(table: string): Promise<void> {
  const base = `/api/tables/${table}`;
  await ignoreRefusal(get(`${base}/summary`)); // the cookie comes with it
  for (const secret of Object.values(secretsOf(table))) await ignoreRefusal(post(`${base}/claim`, { secret }));
}

/** What is refused opens nothing any more; without an answer everything is presented again another time. */
async function ignoreRefusal(request: Promise<unknown>): Promise<void> {
  await request.catch((error: unknown) => {
    if (!(error instanceof Refused && error.status >= 400 && error.status < 500 && error.status !== 429)) throw error;
  });
}
