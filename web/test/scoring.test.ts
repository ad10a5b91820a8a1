// Which way a seat's points were made.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Category, Seat } from "../src/net/types.ts";
import { ways } from "../src/table/scoring.ts";

function seat(...sources: [string, number][]): Seat {
  return { sources } as unknown as Seat;
}

const STREETS: Category = {
  name: "Streets",
  sentence: "A full street.",
  rules: ["CB-16"],
  labels: ["Adams", "Grant"],
};

test("sources are added up in the category that tells of them, the best alone is marked", () => {
  const seats = [seat(["Adams", 3], ["Grant", 5]), seat(["Adams", 4])];
  assert.deepEqual(ways(seats, [STREETS]), [
    {
      name: "Streets",
      points: [8, 4],
      best: 0,
      told: STREETS,
      parts: [
        [
          ["Adams", 3],
          ["Grant", 5],
        ],
        [["Adams", 4]],
      ],
    },
  ]);
});

test("a category is there before anybody has points in it; nobody is best then", () => {
  assert.deepEqual(
    ways([seat(), seat()], [STREETS]).map(({ points, best }) => ({ points, best })),
    [{ points: [0, 0], best: -1 }],
  );
});

test("what a title does not tell of stands below, under its own name", () => {
  const rows = ways([seat(["Adams", 3], ["Gifts", 1]), seat(["Gifts", 2])], [STREETS]);
  assert.deepEqual(
    rows.map(({ name, points, told }) => ({ name, points, told })),
    [
      { name: "Streets", points: [3, 0], told: STREETS },
      { name: "Gifts", points: [1, 2], told: undefined },
    ],
  );
});
