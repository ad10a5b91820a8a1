// Where the card of a lesson stands beside what it speaks of.
import assert from "node:assert/strict";
import { test } from "node:test";
import { placeCard } from "../src/lesson/placing.ts";
import { around, covers } from "../src/stage/boxes.ts";

const card = { width: 200, height: 100 };
const map = { x: 0, y: 0, width: 1000, height: 600 };
const light = (x: number, y: number, width = 60, height = 60) => ({ x, y, width, height });

test("a card stands above a light and points at its middle", () => {
  const { side, x, y, pointer } = placeCard([light(400, 300)], card, map);
  assert.deepEqual({ side, x, y, pointer }, { side: "above", x: 330, y: 178, pointer: 100 });
});

test("where there is no room above, it stands below", () => {
  assert.equal(placeCard([light(400, 10)], card, map).side, "below");
});

test("beside a light as high as the map it stands to the left or to the right", () => {
  const high = light(400, 0, 60, 600);
  const { side, x, y } = placeCard([high], card, map);
  assert.ok(["left", "right"].includes(side));
  assert.equal(covers({ x, y, ...card }, [high]), 0);
});

test("it points to a light beside the map from the map's edge, and to none that is far away", () => {
  const { side, x } = placeCard([light(1030, 300)], card, map);
  assert.deepEqual({ side, x }, { side: "left", x: 800 });
  assert.equal(placeCard([light(1100, 300)], card, map).side, "none");
});

test("a light is as large as all that it is about", () => {
  assert.deepEqual(around([light(0, 0), light(100, 40)]), { x: 0, y: 0, width: 160, height: 100 });
});

test("it covers no other target, and where it can nothing else", () => {
  const targets = [light(400, 300), light(400, 200)];
  const other = { x: 300, y: 380, width: 260, height: 100 };
  const { x, y } = placeCard(targets, card, map, [other]);
  assert.equal(covers({ x, y, ...card }, [...targets, other]), 0);
});

test("where nothing is lit it leaves free what has changed", () => {
  const changed = light(480, 280);
  const { side, x, y } = placeCard([], card, map, [changed]);
  assert.deepEqual([side, covers({ x, y, ...card }, [changed])], ["none", 0]);
});
