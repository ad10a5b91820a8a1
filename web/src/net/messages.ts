// What comes down the stream of server-sent events: blocks of lines, each block a message. Pure functions.
import type { StreamEvents } from "./types.ts";

export interface StreamMessage {
  event: string;
  /** The table that it is about, in a shared stream. */
  table: string;
  data: string;
}

/** A message of a table's stream. */
export type TableMessage = {
  [Name in keyof StreamEvents]: { event: Name; data: StreamEvents[Name] };
}[keyof StreamEvents];

const EVENTS: Record<keyof StreamEvents, true> = {
  event: true,
  view: true,
  patch: true,
  presence: true,
  talk: true,
  build: true,
};

/** What a message of a table's stream says; undefined for one that this page does not know. */
export function decode({ event, data }: StreamMessage): TableMessage | undefined {
  return Object.hasOwn(EVENTS, event) ? ({ event, data: JSON.parse(data) } as TableMessage) : undefined;
}

/** The whole blocks of a text, and the beginning of the next one. */
export function splitBlocks(text: string): { blocks: string[]; rest: string } {
  const blocks = text.replace(/\r\n/g, "\n").split("\n\n");
  return { rest: blocks.pop() ?? "", blocks };
}

/** One block of the stream; undefined for a comment. */
export function parseMessage(block: string): StreamMessage | undefined {
  const message: StreamMessage = { event: "message", table: "", data: "" };
  const data: string[] = [];
  for (const line of block.split("\n")) {
    const [, field, value] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (field === "data") data.push(value ?? "");
    else if (field === "event") message.event = value ?? "";
    else if (field === "table") message.table = value ?? "";
  }
  message.data = data.join("\n");
  return data.length ? message : undefined;
}
