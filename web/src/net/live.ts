// A stream of server-sent events, read with fetch: it also says why the server wants no stream now. Runs in pages and workers.

import { parseMessage, type StreamMessage, splitBlocks } from "./messages.ts";
import type { Failure } from "./types.ts";

export type Connection = "connected" | "lost";

export interface LiveHandlers {
  message(message: StreamMessage): void;
  /** `said`: why the server wants no stream now, in its words. */
  state(connection: Connection, said?: string): void;
  /** The table was deleted or set aside, or nobody may watch it now; the stream is closed. */
  refused(status: number): void;
}

export const FIRST_WAIT = 500; // ms
export const LONGEST_WAIT = 15_000; // ms
export const REFUSALS = [403, 404, 410];
export const HTTP_TOO_MANY_REQUESTS = 429;
const SILENCE = 40_000; // ms; the server says something at least every 15 s

/** One stream that comes back by itself, with growing pauses, until `close`. */
export class LiveStream {
  private wait = FIRST_WAIT;
  private closed = false;
  private reason = "";
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
    this.handlers.state("lost", this.reason);
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
    const answer = await fetch(this.address, { headers, signal: this.abort.signal, cache: "no-store" });
    if (REFUSALS.includes(answer.status)) {
      this.close();
      this.handlers.refused(answer.status);
    }
    if (answer.status === HTTP_TOO_MANY_REQUESTS) this.reason = ((await answer.json()) as Failure).error.text;
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

  /** A dead connection says nothing at all, not even the keep-alive: cut it. */
  private async withDeadline<T>(reading: Promise<T>): Promise<T> {
    const deadline = setTimeout(this.cut, SILENCE);
    try {
      return await reading;
    } finally {
      clearTimeout(deadline);
    }
  }

  private deliver(block: string): void {
    const message = parseMessage(block);
    if (!message || this.closed) return;
    this.handlers.message(message);
  }
}
