// Where a mark lies among what has to be seen, and how far places are apart.
import assert from "node:assert/strict";
import { test } from "node:test";
import { freest, leastGap } from "../src/stage/boxes.ts";

const corners = [
  { x: 100, y: 0 },
  { x: 100, y: 100 },
  { x: 0, y: 0 },
];
const around = (x: number, y: number, size: number) => ({
  x: x - size / 2,
  y: y - size / 2,
  width: size,
  height: size,
});

test("a mark lies at the first corner at which it covers nothing", () => {
  assert.deepEqual(freest(corners, 20, []), corners[0]);
  assert.deepEqual(freest(corners, 20, [around(105, 5, 20)]), corners[1]);
});

test("where every corner covers something, it lies where it covers least", () => {
  const seen = [around(100, 0, 20), around(100, 100, 20), around(0, 0, 4)];
  assert.deepEqual(freest(corners, 20, seen), corners[2]);
});

test("a finger tells small places apart by their middles, and a single one needs nothing", () => {
  assert.equal(leastGap([around(0, 0, 2), around(30, 40, 60), around(200, 0, 2)]), 50);
  assert.equal(leastGap([around(0, 0, 2)]), Number.POSITIVE_INFINITY);
});
