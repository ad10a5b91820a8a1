// The stream of server-sent events, block by block.
import assert from "node:assert/strict";
import { test } from "node:test";
import { decode, parseMessage, splitBlocks } from "../src/net/messages.ts";

test("a block has an event, a table and data", () => {
  const message = parseMessage('table: a1\nid: 12\nevent: view\ndata: {"version":12}');
  assert.deepEqual(message, { event: "view", table: "a1", data: '{"version":12}' });
});

test("an event without a name is a message; in a stream of one table it names none", () => {
  assert.deepEqual(parseMessage("data: x"), { event: "message", table: "", data: "x" });
});

test("several lines of data are joined by line breaks", () => {
  assert.equal(parseMessage("data: one\ndata: two\ndata:")?.data, "one\ntwo\n");
});

test("one space after the colon belongs to the form, further ones to the value", () => {
  assert.equal(parseMessage("data:  x")?.data, " x");
  assert.equal(parseMessage("data:x")?.data, "x");
});

test("a comment, which keeps the line alive, is no message", () => {
  assert.equal(parseMessage(": still here"), undefined);
  assert.equal(parseMessage("id: 4"), undefined);
});

test("a text falls into whole blocks and the beginning of the next", () => {
  assert.deepEqual(splitBlocks("data: 1\n\ndata: 2\n\ndata: 3"), { blocks: ["data: 1", "data: 2"], rest: "data: 3" });
  assert.deepEqual(splitBlocks("data: 1\n\n"), { blocks: ["data: 1"], rest: "" });
});

test("lines may end as on Windows, and a block may come in pieces", () => {
  const first = splitBlocks("data: 1\r\n\r");
  assert.deepEqual(first.blocks, []);
  assert.deepEqual(splitBlocks(`${first.rest}\ndata: 2`), { blocks: ["data: 1"], rest: "data: 2" });
});

test("messages of a table are told apart by their event", () => {
  const data = { online: [0], spectators: 2 };
  const message = { event: "presence", table: "a1", data: JSON.stringify(data) };
  assert.deepEqual(decode(message), { event: "presence", data });
});

test("an event that this page does not know is passed over", () => {
  assert.equal(decode({ event: "toString", table: "a1", data: "{}" }), undefined);
  assert.equal(decode({ event: "chat", table: "a1", data: "not even JSON" }), undefined);
});
