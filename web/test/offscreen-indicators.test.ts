import assert from "node:assert/strict";
import { test } from "node:test";
import { nearestFree } from "../src/stage/offscreen-indicators.ts";

const ROOM: [number, number] = [12, 60];

test("a pennant stands where its goal lies, or as near as others let it", () => {
  assert.equal(
    nearestFree(30, ROOM, () => true),
    30,
  );
  assert.equal(
    nearestFree(45, ROOM, (at) => at < 40 || at > 56),
    37,
  );
  assert.equal(
    nearestFree(90, ROOM, () => true),
    60,
  );
});

test("where an edge is full there is none", () => {
  assert.equal(
    nearestFree(30, ROOM, () => false),
    undefined,
  );
});
