import assert from "node:assert/strict";
import { test } from "node:test";
import { nearestFree } from "../src/stage/pennants.ts";

const ROOM: [number, number] = [12, 60];

test("a pennant stands where its goal lies, or as near as others let it", () => {
  assert.equal(nearestFree(30, ROOM, [], 14), 30);
  assert.equal(nearestFree(45, ROOM, [50], 14), 36);
  assert.equal(nearestFree(36, ROOM, [50, 36], 14), 22);
});

test("no pennant covers another: where an edge is full there is none", () => {
  assert.equal(nearestFree(50, ROOM, [50, 36, 22], 14), undefined);
});
