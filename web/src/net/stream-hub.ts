// Shares one stream among the pages of a browser: with HTTP/1.1 it has six connections to a host, and each page with a stream of
// its own would keep one busy. Runs in a shared worker, or in the page where there is none.
import { FollowedTable, type ToPage } from "./followed-table.ts";
import { type Connection, LiveStream } from "./live.ts";
import type { StreamMessage } from "./messages.ts";
import type { SharedStream } from "./types.ts";

/** What a page says: which table it follows, at first and after each beat; what its device notices; that it goes. */
export type FromPage = { follow: string } | "hurry" | "lose" | "leave";

export const BEAT = 5000; // ms between two signs of life
const MAX_UNANSWERED = 6; // beats, after which a page has crashed or is frozen; it comes back with its next answer

interface Page {
  table: string;
  unanswered: number;
}

export class StreamHub {
  private readonly pages = new Map<MessagePort, Page>();
  private readonly tables = new Map<string, FollowedTable>();
  private stream: LiveStream | undefined;
  /** By which the server knows the open stream. */
  private id = "";
  private isPaused = false;

  constructor(private readonly lang: string) {
    setInterval(() => this.beat(), BEAT);
  }

  connect(port: MessagePort): void {
    port.onmessage = ({ data }: MessageEvent<FromPage>) => this.receive(port, data);
  }

  /** Give the stream up until `resume`; the pages stay connected to the hub. */
  pause(): void {
    this.isPaused = true;
    this.close();
    for (const followed of this.tables.values()) followed.update();
  }

  resume(): void {
    this.isPaused = false;
    this.stream ??= this.open();
  }

  private receive(port: MessagePort, data: FromPage): void {
    if (typeof data === "object") this.follow(port, data.follow);
    else if (data === "leave") this.leave(port);
    else if (data === "lose") this.stream?.lose();
    else this.hurry();
  }

  private follow(port: MessagePort, table: string): void {
    const page = this.pages.get(port);
    if (page) {
      page.unanswered = 0;
      return;
    }
    this.pages.set(port, { table, unanswered: 0 });
    const followed = this.tables.get(table) ?? this.add(table);
    followed.pages.add(port);
    followed.update();
    this.stream ??= this.open();
  }

  private add(table: string): FollowedTable {
    const followed = new FollowedTable(
      table,
      this.lang,
      () => this.id,
      () => this.tables.delete(table),
    );
    this.tables.set(table, followed);
    return followed;
  }

  private leave(port: MessagePort): void {
    const page = this.pages.get(port);
    const followed = page && this.tables.get(page.table);
    this.pages.delete(port);
    followed?.pages.delete(port);
    if (!this.pages.size) this.close();
    if (!followed?.pages.size) followed?.update();
  }

  private hurry(): void {
    this.stream?.hurry();
    for (const followed of this.tables.values()) followed.hurry();
  }

  private open(): LiveStream | undefined {
    if (this.isPaused || !this.pages.size) return undefined;
    return new LiveStream("/api/stream", {
      message: (message) => this.deliver(message),
      state: (state, said) => this.report(state, said),
      refused: (refused) => {
        this.close();
        for (const followed of this.tables.values()) followed.send({ refused });
      },
    });
  }

  private close(): void {
    this.stream?.close();
    this.stream = undefined;
    this.id = "";
  }

  /** A stream that opens isn’t reported: each table is, once it’s followed. */
  private report(state: Connection, said?: string): void {
    if (state === "lost") this.id = "";
    if (state === "connected" && !this.id) return;
    for (const followed of this.tables.values()) followed.send({ state, ...(said ? { said } : {}) });
  }

  private deliver(message: StreamMessage): void {
    if (message.event === "stream") {
      this.id = (JSON.parse(message.data) as SharedStream).id;
      for (const followed of this.tables.values()) followed.update();
      return;
    }
    const followed = this.tables.get(message.table);
    if (message.event === "end") followed?.retry();
    else followed?.send({ message });
  }

  private beat(): void {
    for (const [port, page] of this.pages) {
      if (++page.unanswered > MAX_UNANSWERED) this.leave(port);
      else port.postMessage("beat" satisfies ToPage);
    }
  }
}
