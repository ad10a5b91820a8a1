// Requests to the server. Every refusal becomes a `Refused` with the sentence that the server worded.

import { language, t } from "../ui/translations.ts";
import { ROOT } from "./root.ts";
import type { ErrorBody, Failure } from "./types.ts";

const HEADERS = { Accept: "application/json" };
const DEADLINE = 30_000; // ms

/** A sentence for the player, with the rule behind it if there is one: worded by the server, or by the page itself. */
export type Notice = Omit<ErrorBody, "code"> & { code?: string };

export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly refusal: Notice,
    readonly body: unknown,
  ) {
    super(refusal.text);
  }
}

/** The request failed or had no answer in time, or the server couldn't carry it out now: it may be sent again. */
export class Unreachable extends Error {
  constructor(
    /** Whether no answer came in time. */
    readonly isLate: boolean,
    /** The server's reason, if it gave one. */
    readonly notice?: Notice,
  ) {
    super();
  }
}

export async function get<T>(path: string): Promise<T> {
  return request<T>(path, { headers: HEADERS });
}

export async function post<T>(path: string, body: unknown, deadline?: number): Promise<T> {
  if (!navigator.cookieEnabled)
    throw new Refused(0, { text: t("Allow cookies for this site to play. They hold your seat.") }, {});
  return request<T>(
    path,
    {
      method: "POST",
      headers: { ...HEADERS, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    },
    deadline,
  );
}

/** One of the server's pages. */
export async function getPage(path: string): Promise<Document> {
  const answer = await fetch(path, { signal: AbortSignal.timeout(DEADLINE) });
  if (!answer.ok) throw new Unreachable(false);
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

/** Post a record's text as it is. */
export async function postFile<T>(path: string, file: File): Promise<T> {
  return request<T>(path, {
    method: "POST",
    headers: { ...HEADERS, "Content-Type": "text/plain" }, // the server finds out its encoding
    body: file,
  });
}

async function request<T>(path: string, options: RequestInit, deadline = DEADLINE): Promise<T> {
  const signal = AbortSignal.timeout(deadline);
  try {
    const answer = await fetch(ROOT + inPageLanguage(path), { ...options, signal });
    lead = Date.now() - Date.parse(answer.headers.get("Date") ?? "");
    const body: unknown = await answer.json().catch(emptyBody);
    if (answer.ok) return body as T;
    const { error } = body as Partial<Failure>;
    const notice = error?.text ? error : undefined;
    // The server has changed nothing, or a proxy answers while it restarts: the request may be sent again.
    if ([502, 503, 504].includes(answer.status)) throw new Unreachable(false, notice);
    throw new Refused(answer.status, notice ?? misunderstood(), body);
  } catch (error) {
    throw error instanceof Refused || error instanceof Unreachable ? error : new Unreachable(signal.aborted);
  }
}

/** What isn't JSON says nothing; an answer that breaks off is none. */
function emptyBody(error: unknown): unknown {
  if (error instanceof SyntaxError) return {};
  throw error;
}

/** By how much the device's clock is ahead of the server's (ms). */
let lead = 0;

/** The server's time (ms): a device's clock can be wrong by days. */
export function serverNow(): number {
  return Date.now() - (lead || 0);
}

/** Answers come in the page's language, even where the browser's is another. */
export function inPageLanguage(path: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}lang=${language()}`;
}

function misunderstood(): Notice {
  return { text: t("The server didn’t understand this. Reload the page and try again.") };
}

/** The sentence to show for any failure of a request. */
export function explain(error: unknown): Notice {
  if (error instanceof Refused) return error.refusal;
  if (error instanceof Unreachable)
    return error.notice ?? { text: t("Can’t reach the server. Check your connection and try again.") };
  throw error;
}
