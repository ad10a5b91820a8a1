// How the time that is left stands in a card.
import assert from "node:assert/strict";
import { test } from "node:test";
import { signs } from "../src/table/counted.ts";

const DAY = 86_400;

test("a second that has begun counts, also the last one of a day", () => {
  const block = { textContent: "{}" };
  Object.defineProperty(globalThis, "document", { value: { getElementById: () => block } });
  assert.equal(signs(DAY - 0.03), "1 d 0 h");
  assert.equal(signs(DAY - 1), "23:59:59");
  assert.equal(signs(DAY + 3600), "1 d 1 h");
  assert.equal(signs(3599.2), "1:00:00");
  assert.equal(signs(59.5), "1:00");
  assert.equal(signs(0.2), "0:01");
  assert.equal(signs(0), "0:00");
});
