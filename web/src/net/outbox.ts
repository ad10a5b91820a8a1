// Commands that must arrive exactly once: sent again with their client_move_id until the server has answered. It knows the id
// and gives the same answer the second time. Those of a table are kept in the tab’s storage, and sent even after a reload.

import { pause } from "../ui/pause.ts";
import { session } from "../ui/storage.ts";
import { t } from "../ui/translations.ts";
import { post, Unreachable } from "./api.ts";

/** With a `client_move_id`, unless doing the same twice changes nothing. */
type Body = Record<string, unknown>;

export interface Command {
  /** "moves", "undo", "takeback", "resign" */
  verb: string;
  body: Body;
}

const FIRST_WAIT = 400; // ms after a failure; it doubles each time
const LONGEST_WAIT = 5000; // ms
const FIRST_DEADLINE = 2500; // ms; it doubles, so that an answer also arrives over a slow network
const LONGEST_DEADLINE = 20_000; // ms
const SENDING_AFTER = 2000; // ms
const NO_ANSWER_AFTER = 5000; // ms

/** 128 random bits. crypto.randomUUID exists only on secure pages; a table on the home network is plain http. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Outbox {
  private readonly key: string;

  constructor(
    private readonly base: string,
    table: string,
    /** Says what a command waits for; empty once it has been answered. */
    private readonly say: (text: string) => void,
  ) {
    this.key = `quartier.outbox.${table}`;
  }

  /** A command that an earlier page of this tab could not get acknowledged. */
  left(): Command | undefined {
    return session.load(this.key) as Command | undefined;
  }

  /** Send until the server answers; its answer, or Refused. */
  async send<T>(command: Command): Promise<T> {
    session.save(this.key, command);
    try {
      return await postReliably<T>(`${this.base}/${command.verb}`, command.body, this.say);
    } finally {
      session.remove(this.key);
    }
  }
}

/**
 * Post until the server answers; its answer, or Refused.
 *
 * `say` shows what the command waits for; it gets an empty text once it has been answered.
 */
export async function postReliably<T>(path: string, body: Body, say: (text: string) => void): Promise<T> {
  const timers = [
    setTimeout(() => say(t("Sending…")), SENDING_AFTER),
    setTimeout(() => say(t("No answer yet. Trying again…")), NO_ANSWER_AFTER),
  ];
  const stopTimers = (): void => timers.forEach(clearTimeout);
  try {
    for (let attempt = 0; ; attempt++) {
      try {
        return await post<T>(path, body, Math.min(FIRST_DEADLINE * 2 ** attempt, LONGEST_DEADLINE));
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error;
        if (error.isLate) continue;
        stopTimers();
        say(error.notice?.text ?? t("Connection lost. Reconnecting…"));
        await pause(Math.min(FIRST_WAIT * 2 ** attempt, LONGEST_WAIT));
      }
    }
  } finally {
    stopTimers();
    say("");
  }
}
