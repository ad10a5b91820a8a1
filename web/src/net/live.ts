// A stream of server-sent events, read with fetch: it also says why the server wants no stream now. Runs in pages and workers.

import { parseMessage, type StreamMessage, splitBlocks } from "./messages.ts";
import { ROOT } from "./root.ts";
import type { Failure } from "./types.ts";

/** "silent": the server accepts connections, but sends nothing. */
export type Connection = "connected" | "silent" | "lost";

export interface LiveHandlers {
  message(message: StreamMessage): void;
  /** `said`: why the server wants no stream now, in its words. */
  state(connection: Connection, said?: string): void;
  /** The table was deleted or set aside, or no one may watch it now; the stream is closed. */
  refused(status: number): void;
}

export const FIRST_WAIT = 500; // ms
export const LONGEST_WAIT = 15_000; // ms
export const REFUSALS = [403, 404, 410];
export const HTTP_TOO_MANY_REQUESTS = 429;
/** The server can serve none now: its answer gives the reason. */
const BUSY = [HTTP_TOO_MANY_REQUESTS, 503];
const QUIET = 5500; // ms; the server sends something at least every 2.5 s
const DEAD = 11_000; // ms without a sign of life after which the stream is opened again

/** One stream that comes back by itself, with growing pauses, until `close`. */
export class LiveStream {
  private wait = FIRST_WAIT;
  private closed = false;
  private reason = "";
  private isSilent = false;
  private abort = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly address: string,
    private readonly handlers: LiveHandlers,
  ) {
    void this.run();
  }

  close(): void {
    this.closed = true;
    this.cut();
    clearTimeout(this.timer);
  }

  /** The network is back, or the page is looked at again: do not sit out the pause. */
  hurry(): void {
    this.wait = FIRST_WAIT;
    if (!this.timer) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    void this.run();
  }

  /** The device says that it has no network: a stream that is only silent would be believed for a while. */
  lose(): void {
    this.wait = LONGEST_WAIT;
    this.cut();
  }

  private readonly cut = (): void => this.abort.abort();

  private async run(): Promise<void> {
    try {
      await this.read();
    } catch {
      // Whatever cut the stream, the answer is the same: say so, wait, come back.
    }
    if (this.closed) return;
    this.handlers.state(this.isSilent ? "silent" : "lost", this.reason);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      void this.run();
    }, this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  private async read(): Promise<void> {
    this.abort = new AbortController();
    this.reason = "";
    const headers = { Accept: "text/event-stream" };
    const { signal } = this.abort;
    const answer = await this.withDeadline(fetch(ROOT + this.address, { headers, signal, cache: "no-store" }));
    if (REFUSALS.includes(answer.status)) {
      this.close();
      this.handlers.refused(answer.status);
    }
    if (BUSY.includes(answer.status)) this.reason = ((await answer.json()) as Failure).error.text;
    if (!answer.ok || !answer.body) throw new Error(`stream: ${answer.status}`);
    this.wait = FIRST_WAIT;
    this.handlers.state("connected");
    await this.pump(answer.body.pipeThrough(new TextDecoderStream()).getReader());
  }

  private async pump(reader: ReadableStreamDefaultReader<string>): Promise<void> {
    let rest = "";
    for (;;) {
      const { done, value } = await this.withDeadline(reader.read());
      if (done) return;
      const split = splitBlocks(rest + value);
      rest = split.rest;
      for (const block of split.blocks) this.deliver(block);
    }
  }

  /** Report a connection without a sign of life, not even a heartbeat, and cut it later. */
  private async withDeadline<T>(pending: Promise<T>): Promise<T> {
    const timers = [setTimeout(this.reportSilence, QUIET), setTimeout(this.cut, DEAD)];
    try {
      const result = await pending;
      if (this.isSilent) this.handlers.state("connected");
      this.isSilent = false;
      return result;
    } finally {
      timers.forEach(clearTimeout);
    }
  }

  private readonly reportSilence = (): void => {
    this.isSilent = true;
    this.handlers.state("silent");
  };

  private deliver(block: string): void {
    const message = parseMessage(block);
    if (!message || this.closed) return;
    this.handlers.message(message);
  }
}
