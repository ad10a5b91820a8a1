// Which thing is named to whoever has touched one that leads nowhere.
import assert from "node:assert/strict";
import { test } from "node:test";
import { nearest } from "../src/table/nearest.ts";

function place(id: string, x: number, y = 0) {
  return { id, box: { x, y, width: 10, height: 10 } };
}

test("the nearest of the same kind is named, however near another thing is", () => {
  const places = [place("lot-A3", 300), place("lot-B2", 120, 50), place("street-A", 20)];
  assert.equal(nearest(place("lot-A1", 0), places)?.id, "lot-B2");
});

test("where nothing of its kind leads on, the nearest of all is named, and nothing where nothing does", () => {
  const places = [place("street-A", 20), place("street-C", 400)];
  assert.equal(nearest(place("lot-A1", 0), places)?.id, "street-A");
  assert.equal(nearest(place("lot-A1", 0), []), undefined);
});
