// What the server says of a finished game besides its result, asked for once by all parts of the end.
import { get } from "../net/api.ts";
import type { Finale, View } from "../net/types.ts";

let request: { path: string; finale: Promise<Finale | undefined> } | undefined;

/** Undefined where it cannot be had. */
export function findFinale({ id, viewer, lang, version }: View): Promise<Finale | undefined> {
  const seat = viewer.seat === null ? "" : `&seat=${viewer.seat}`;
  const path = `/api/replays/${id}/finale?lang=${lang}${seat}#${version}`;
  if (request?.path !== path) request = { path, finale: get<Finale>(path.split("#")[0] ?? "").catch(() => undefined) };
  return request.finale;
}
