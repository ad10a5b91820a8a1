// How a sum counts from what it was to what it is.
import assert from "node:assert/strict";
import { test } from "node:test";
import { between } from "../src/stage/counts.ts";

test("a sum goes through the numbers in between and keeps what stands around them", () => {
  assert.equal(between("+4", "+10", 0.5), "+7");
  assert.equal(between("9:0", "12:4", 0.5), "11:2");
  assert.equal(between("9", "12", 1), "12");
});

test("a text with other numbers than before changes at once when its time has come", () => {
  assert.equal(between("$12", "tie 6 : 6", 0), "$12");
  assert.equal(between("$12", "tie 6 : 6", 0.1), "tie 6 : 6");
});
