// Which place a touch means where places are small.
import assert from "node:assert/strict";
import { test } from "node:test";
import { distanceTo, nearestOf, SEVERAL } from "../src/stage/picking.ts";

const box = { x: 10, y: 10, width: 20, height: 20 };
const near = { piece: "near", distance: -8, reach: 12 };
const far = { piece: "far", distance: 12, reach: 12 };

test("the distance to a place counts from its edge, and is negative inside", () => {
  assert.equal(distanceTo(box, { x: 20, y: 20 }), -10);
  assert.equal(distanceTo(box, { x: 20, y: 35 }), 5);
  assert.equal(distanceTo(box, { x: 33, y: 34 }), 5);
});

test("the nearest place within reach is meant", () => {
  assert.equal(nearestOf([far, near], true), "near");
  assert.equal(nearestOf([{ ...far, distance: 13 }], true), undefined);
});

test("a finger between two places means several, a mouse the nearer one", () => {
  const between = [
    { ...near, distance: 3 },
    { ...far, distance: 4 },
  ];
  assert.equal(nearestOf(between, true), SEVERAL);
  assert.equal(nearestOf(between, false), "near");
});
