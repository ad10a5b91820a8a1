// What comes down the stream of server-sent events: blocks of lines, each block a message. Pure functions.

export interface StreamMessage {
  event: string;
  id: string;
  data: string;
}

/** The whole blocks of a text, and the beginning of the next one. */
export function splitBlocks(text: string): { blocks: string[]; rest: string } {
  const blocks = text.replace(/\r\n/g, "\n").split("\n\n");
  return { rest: blocks.pop() ?? "", blocks };
}

/** One block of the stream; undefined for a comment. */
export function parseMessage(block: string): StreamMessage | undefined {
  const message: StreamMessage = { event: "message", id: "", data: "" };
  const data: string[] = [];
  for (const line of block.split("\n")) {
    const [, field, value] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (field === "data") data.push(value ?? "");
    else if (field === "event") message.event = value ?? "";
    else if (field === "id") message.id = value ?? "";
  }
  message.data = data.join("\n");
  return data.length ? message : undefined;
}
