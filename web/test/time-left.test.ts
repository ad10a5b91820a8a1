// How the time that is left stands in a card.
import assert from "node:assert/strict";
import { test } from "node:test";
import { timeLeftSigns } from "../src/table/time-left.ts";

const DAY = 86_400;

test("a second that has begun counts, also the last one of a day", () => {
  const block = { textContent: "{}" };
  Object.defineProperty(globalThis, "document", { value: { getElementById: () => block } });
  assert.equal(timeLeftSigns(DAY - 0.03), "1 d 0 h");
  assert.equal(timeLeftSigns(DAY - 1), "23:59:59");
  assert.equal(timeLeftSigns(DAY + 3600), "1 d 1 h");
  assert.equal(timeLeftSigns(3599.2), "1:00:00");
  assert.equal(timeLeftSigns(59.5), "1:00");
  assert.equal(timeLeftSigns(0.2), "0:01");
  assert.equal(timeLeftSigns(0), "0:00");
});
