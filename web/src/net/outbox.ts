// A command that must arrive exactly once: kept in the tab’s storage with its client_move_id and sent again until the
// server has answered, even after a reload. The server knows the id and gives the same answer the second time.

import { pause } from "../ui/pause.ts";
import { session } from "../ui/storage.ts";
import { t } from "../ui/translations.ts";
import { post, Unreachable } from "./api.ts";

export interface Command {
  /** "moves", "undo", "takeback", "resign" */
  verb: string;
  body: Record<string, unknown> & { client_move_id: string };
}

const WAITS = [400, 800, 1600, 3000, 5000]; // ms after a failure; the last one repeats
const DEADLINES = [2500, 5000, 10_000, 20_000]; // ms; they grow, so that an answer also arrives over a slow network
const SENDING_AFTER = 2000; // ms
const NO_ANSWER_AFTER = 5000; // ms

/** crypto.randomUUID exists only on secure pages; a table on the home network is plain http. */
export function newId(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
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
    const timers = [
      setTimeout(() => this.say(t("Sending…")), SENDING_AFTER),
      setTimeout(() => this.say(t("No answer yet. Trying again…")), NO_ANSWER_AFTER),
    ];
    const stopTimers = (): void => timers.forEach(clearTimeout);
    try {
      return await this.resend<T>(command, ({ isLate, notice }) => {
        if (isLate) return;
        stopTimers();
        this.say(notice?.text ?? t("Connection lost. Reconnecting…"));
      });
    } finally {
      stopTimers();
      session.remove(this.key);
      this.say("");
    }
  }

  private async resend<T>({ verb, body }: Command, failed: (failure: Unreachable) => void): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await post<T>(`${this.base}/${verb}`, body, nth(DEADLINES, attempt));
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error;
        failed(error);
        if (!error.isLate) await pause(nth(WAITS, attempt));
      }
    }
  }
}

/** The last one repeats. */
function nth(durations: number[], attempt: number): number {
  return durations[Math.min(attempt, durations.length - 1)] ?? 0;
}
