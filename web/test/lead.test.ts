import assert from "node:assert/strict";
import { test } from "node:test";
import { leadOf } from "../src/stage/lead.ts";

const seat = (number: number, sources: [string, number][]) => ({
  seat: number,
  score: sources.reduce((sum, [, points]) => sum + points, 0),
  sources,
});

test("a lead names only where the leader has more than the next one, the largest difference first", () => {
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
      { label: "Parks", mine: 16, theirs: 6 },
      { label: "Houses", mine: 12, theirs: 9 },
      { label: "Misses", mine: -2, theirs: -4 },
    ],
  });
});

test("several sources of the same name count together", () => {
  const ada = seat(0, [
    ["Row A", 3],
    ["Row A", 4],
  ]);
  const from = [{ label: "Row A", mine: 7, theirs: 5 }];
  assert.deepEqual(leadOf([ada, seat(1, [["Row A", 5]])]), { seat: 0, next: 1, by: 2, from });
});

test("nobody leads where several have most, or where somebody plays alone", () => {
  assert.equal(leadOf([seat(0, [["Parks", 2]]), seat(1, [["Houses", 2]])]), undefined);
  assert.equal(leadOf([seat(0, [["Parks", 2]])]), undefined);
});
