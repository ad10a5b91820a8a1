// What happens at a table, as it comes down the stream that the pages of this browser share.
import { loadPart } from "../ui/update.ts";
import type { ToPage } from "./followed-table.ts";
import type { Connection } from "./live.ts";
import type { StreamMessage } from "./messages.ts";
import type { FromPage } from "./stream-hub.ts";

export interface StreamHandlers {
  message(message: StreamMessage): void;
  /** `said`: why the server wants no stream now, in its words. */
  state(connection: Connection, said?: string): void;
}

/** The file of the shared worker, beside this one; the build fills it in. */
declare const STREAM_FILE: string;

/** Not that of translations.ts: pages that need no table would load it in a part of its own. */
const language = (): string => document.documentElement.lang;

const FORBIDDEN = 403;
const TICK = 5000; // ms
const MAX_SILENT_TICKS = 4; // the hub says something every 5 s
const MAX_WORKERS = 2; // that may say nothing from the beginning, before the page does without

/** One table, followed until `close`. */
export class TableStream {
  private port: MessagePort | undefined;
  private workers = 0;
  private silentTicks = 0;
  private received = false;
  private closed = false;
  private readonly timer: number;

  constructor(
    private readonly table: string,
    private readonly handlers: StreamHandlers,
  ) {
    addEventListener("online", this.hurry);
    addEventListener("offline", this.lose);
    addEventListener("pagehide", this.leave);
    addEventListener("pageshow", this.follow);
    document.addEventListener("visibilitychange", this.hurry);
    this.timer = window.setInterval(() => this.tick(), TICK);
    void this.connect();
  }

  close(): void {
    this.closed = true;
    removeEventListener("online", this.hurry);
    removeEventListener("offline", this.lose);
    removeEventListener("pagehide", this.leave);
    removeEventListener("pageshow", this.follow);
    document.removeEventListener("visibilitychange", this.hurry);
    clearInterval(this.timer);
    this.leave();
  }

  private readonly hurry = (): void => void (document.hidden || this.send("hurry"));
  private readonly lose = (): void => this.send("lose");
  private readonly leave = (): void => this.send("leave");
  private readonly follow = (): void => this.send({ follow: this.table });

  private send(data: FromPage): void {
    this.port?.postMessage(data);
  }

  /** Take the worker that all pages share; where the browser has none, or two fell silent, a hub in this page. */
  private async connect(): Promise<void> {
    this.leave();
    this.port?.close();
    this.silentTicks = 0;
    const port = (this.workers++ < MAX_WORKERS && this.sharedHub()) || (await ownHub());
    this.port = port;
    port.onmessage = ({ data }: MessageEvent<ToPage>) => this.receive(data);
    if (!this.closed) this.follow();
  }

  private sharedHub(): MessagePort | undefined {
    try {
      const worker = new SharedWorker(new URL(STREAM_FILE, import.meta.url), { type: "module", name: language() });
      worker.onerror = () => {
        this.workers = MAX_WORKERS;
        void this.connect();
      };
      return worker.port;
    } catch {
      return undefined; // there is none on phones with Chrome, or cookies are forbidden
    }
  }

  /** A worker whose process has crashed says nothing to anybody. */
  private tick(): void {
    if (++this.silentTicks > MAX_SILENT_TICKS) void this.connect();
  }

  private receive(data: ToPage): void {
    this.silentTicks = 0;
    if (this.closed) return;
    if (data === "beat") this.answer();
    else if ("state" in data) this.handlers.state(data.state, data.said);
    else if ("refused" in data) this.refuse(data.refused);
    else {
      this.received = true;
      this.handlers.message(data.message);
    }
  }

  private answer(): void {
    this.workers = 0;
    this.follow();
  }

  /** A reload shows why. Only a page that may no longer watch keeps what it has shown. */
  private refuse(status: number): void {
    this.close();
    if (status !== FORBIDDEN || this.received) location.reload();
  }
}

async function ownHub(): Promise<MessagePort> {
  const { pageHub } = await loadPart<typeof import("../stream.ts")>(() => import(STREAM_FILE));
  const { port1, port2 } = new MessageChannel();
  pageHub(language()).connect(port1);
  return port2;
}
