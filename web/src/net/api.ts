// Requests to the server. Every refusal becomes a `Refused` with the sentence that the server worded.

import { language, t } from "../ui/translations.ts";
import { ROOT } from "./root.ts";
import type { ErrorBody, Failure } from "./types.ts";

const HEADERS = { Accept: "application/json" };

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

/** The network failed: nobody knows whether the server got the request. */
export class Unreachable extends Error {}

export async function get<T>(path: string): Promise<T> {
  return request<T>(path, { headers: HEADERS });
}

export async function post<T>(path: string, body: unknown): Promise<T> {
  return request<T>(path, {
    method: "POST",
    headers: { ...HEADERS, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** Post a record's text as it is. */
export async function postText<T>(path: string, text: string): Promise<T> {
  return request<T>(path, {
    method: "POST",
    headers: { ...HEADERS, "Content-Type": "text/plain; charset=utf-8" },
    body: text,
  });
}

async function request<T>(path: string, options: RequestInit): Promise<T> {
  const answer = await reach(inPageLanguage(path), options);
  const body: unknown = await answer.json().catch(() => ({}));
  if (answer.ok) return body as T;
  throw new Refused(answer.status, refusalOf(body as Partial<Failure>), body);
}

/** Answers come in the page's language, even where the browser's is another. */
export function inPageLanguage(path: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}lang=${language()}`;
}

async function reach(path: string, options: RequestInit): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(ROOT + path, { credentials: "same-origin", ...options });
  } catch {
    throw new Unreachable();
  }
  // A proxy in front of a server that restarts answers with these: the request may go out again.
  if (answer.status === 502 || answer.status === 503 || answer.status === 504) throw new Unreachable();
  return answer;
}

function refusalOf({ error }: Partial<Failure>): Notice {
  return error?.text ? error : { text: t("The server didn’t understand this. Reload the page and try again.") };
}

/** The sentence to show for any failure of a request. */
export function explain(error: unknown): Notice {
  if (error instanceof Refused) return error.refusal;
  if (error instanceof Unreachable) return { text: t("Can’t reach the server. Check your connection and try again.") };
  throw error;
}
