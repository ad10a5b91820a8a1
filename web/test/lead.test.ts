import assert from "node:assert/strict";
import { test } from "node:test";
import { leadOf } from "../src/stage/lead.ts";

const seat = (number: number, sources: [string, number][]) => ({
  seat: number,
  score: sources.reduce((sum, [, points]) => sum + points, 0),
  sources,
});

test("a lead says what the leader has more or less than the next one, the largest first, and adds up", () => {
  const ada = seat(0, [
    ["Parks", 16],
    ["Houses", 12],
    ["Misses", -2],
  ]);
  const max = seat(1, [
    ["Parks", 6],
    ["Houses", 9],
    ["Stores", 10],
    ["Misses", -4],
  ]);
  const ida = seat(2, [["Parks", 3]]);
  assert.deepEqual(leadOf([max, ada, ida]), {
    seat: 0,
    next: 1,
    by: 5,
    from: [
      ["Parks", 10],
      ["Stores", -10],
      ["Houses", 3],
      ["Misses", 2],
    ],
  });
});

test("several sources of the same name count together", () => {
  const ada = seat(0, [
    ["Row A", 3],
    ["Row A", 4],
  ]);
  assert.deepEqual(leadOf([ada, seat(1, [["Row A", 5]])]), { seat: 0, next: 1, by: 2, from: [["Row A", 2]] });
});

test("nobody leads where several have most, or where somebody plays alone", () => {
  assert.equal(leadOf([seat(0, [["Parks", 2]]), seat(1, [["Houses", 2]])]), undefined);
  assert.equal(leadOf([seat(0, [["Parks", 2]])]), undefined);
});
