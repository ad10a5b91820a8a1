// A table that pages of this browser follow in the shared stream. Its requests go out one after the other.
import { type Connection, FIRST_WAIT, HTTP_TOO_MANY_REQUESTS, LiveStream, LONGEST_WAIT, REFUSALS } from "./live.ts";
import type { StreamMessage } from "./messages.ts";
import { ROOT } from "./root.ts";
import type { Failure } from "./types.ts";

/** What a page is sent. */
export type ToPage = { message: StreamMessage } | { state: Connection; said?: string } | { refused: number } | "beat";

const DEADLINE = 10_000; // ms for an answer

export class FollowedTable {
  readonly pages = new Set<MessagePort>();
  private asked = 0;
  private answered = 0;
  private running = false;
  private wait = FIRST_WAIT;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Where the server does not know the shared stream: several processes serve, and another one has it. */
  private own: LiveStream | undefined;

  constructor(
    private readonly table: string,
    private readonly lang: string,
    private readonly streamId: () => string,
    private readonly abandoned: () => void,
  ) {}

  /** Tell the server whether the table is followed: it sends everything again, as the browser is known to it now. */
  update(): void {
    clearTimeout(this.timer);
    this.asked++;
    if (!this.running) void this.run();
  }

  /** Do not sit out a pause. */
  hurry(): void {
    this.own?.hurry();
    if (this.timer) this.update();
  }

  /** The server does not follow it any more: ask again in a while. */
  retry(said?: string, wait = this.wait): void {
    this.send({ state: "lost", ...(said ? { said } : {}) });
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    this.timer = setTimeout(() => this.update(), wait);
  }

  send(news: ToPage): void {
    for (const page of this.pages) page.postMessage(news);
  }

  private async run(): Promise<void> {
    this.running = true;
    while (this.answered !== this.asked) {
      this.answered = this.asked;
      await this.request();
    }
    this.running = false;
    if (!this.pages.size) this.abandoned();
  }

  private async request(): Promise<void> {
    this.own?.close();
    this.own = undefined;
    this.timer = undefined;
    const stream = this.streamId();
    if (!stream) return; // once it is open, all tables ask
    const follows = this.pages.size > 0;
    const answer = await this.post(follows ? "follow" : "unfollow", stream);
    if (follows && this.answered === this.asked) await this.handle(answer);
  }

  private async post(verb: string, stream: string): Promise<Response | undefined> {
    return fetch(`${ROOT}/api/tables/${this.table}/${verb}?lang=${this.lang}`, {
      method: "POST",
      headers: { Accept: "application/json", "Content-Type": "application/json" },
      body: JSON.stringify({ stream }),
      signal: AbortSignal.timeout(DEADLINE),
    }).catch(() => undefined);
  }

  private async handle(answer: Response | undefined): Promise<void> {
    if (answer?.ok) {
      this.wait = FIRST_WAIT;
      this.send({ state: "connected" });
      return;
    }
    const failure = (await answer?.json().catch(() => undefined)) as Failure | undefined;
    if (failure?.error?.code === "no_stream") this.openOwn();
    else if (answer && REFUSALS.includes(answer.status)) this.send({ refused: answer.status });
    else if (answer?.status === HTTP_TOO_MANY_REQUESTS) this.retry(failure?.error.text, LONGEST_WAIT);
    else this.retry(failure?.error?.text);
  }

  private openOwn(): void {
    this.own = new LiveStream(`/api/tables/${this.table}/stream?form=fragments&lang=${this.lang}`, {
      message: (message) => this.send({ message }),
      state: (state, said) => this.send({ state, ...(said ? { said } : {}) }),
      refused: (refused) => this.send({ refused }),
    });
  }
}
