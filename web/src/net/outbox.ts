// A command that must arrive exactly once: kept in sessionStorage with its client_move_id and sent again until the
// server has answered, even after a reload. The server knows the id and gives the same answer the second time.
import { post, Unreachable } from "./api.ts";

export interface Command {
  /** "moves", "undo", "takeback", "resign" */
  verb: string;
  body: Record<string, unknown> & { client_move_id: string };
}

const WAITS = [400, 800, 1600, 3000, 5000]; // ms between tries; the last one repeats

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
    private readonly waiting: (waiting: boolean) => void,
  ) {
    this.key = `quartier.outbox.${table}`;
  }

  /** A command that an earlier page of this tab could not get acknowledged. */
  left(): Command | undefined {
    const stored = sessionStorage.getItem(this.key);
    return stored ? (JSON.parse(stored) as Command) : undefined;
  }

  /** Send until the server answers; its answer, or Refused. */
  async send<T>(command: Command): Promise<T> {
    sessionStorage.setItem(this.key, JSON.stringify(command));
    try {
      return await this.insist<T>(command);
    } finally {
      sessionStorage.removeItem(this.key);
      this.waiting(false);
    }
  }

  private async insist<T>(command: Command): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await post<T>(`${this.base}/${command.verb}`, command.body);
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error;
        this.waiting(true);
        await pause(WAITS[Math.min(attempt, WAITS.length - 1)] ?? 5000);
      }
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
