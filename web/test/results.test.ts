// What stands on the podium and in the table of categories.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Seat } from "../src/net/types.ts";
import { barsOf, categories, foldRows, places } from "../src/table/results.ts";

function seat(number: number, score: number, sources: [string, number][] = []): Seat {
  return { seat: number, score, sources } as unknown as Seat;
}

function standing(seats: Seat[], winners: number[]): [number, number][] {
  return places(seats, winners).map(({ seat: { seat }, rank }) => [seat, rank]);
}

test("the first stands in the middle, the second on the left, the third on the right", () => {
  const seats = [seat(0, 5), seat(1, 30), seat(2, 20), seat(3, 10)];
  assert.deepEqual(standing(seats, [1]), [
    [0, 4],
    [2, 2],
    [1, 1],
    [3, 3],
  ]);
});

test("whoever has won stands before all others, whatever the points say, and equals share a place", () => {
  assert.deepEqual(standing([seat(0, 50), seat(1, 3)], [1]), [
    [0, 2],
    [1, 1],
  ]);
  assert.deepEqual(standing([seat(0, 7), seat(1, 7), seat(2, 2), seat(3, 2)], [0, 1]), [
    [3, 3],
    [1, 1],
    [0, 1],
    [2, 3],
  ]);
});

test("categories keep the order of the seats; the best of a row is whoever has most alone", () => {
  const seats = [
    seat(0, 9, [
      ["Parks", 4],
      ["Misses", -2],
    ]),
    seat(1, 9, [
      ["Parks", 4],
      ["Houses", 5],
    ]),
  ];
  assert.deepEqual(categories(seats), [
    { name: "Parks", points: [4, 4], best: -1 },
    { name: "Houses", points: [0, 5], best: 1 },
    { name: "Misses", points: [-2, 0], best: 1 },
  ]);
});

test("rows without room are counted together: those in which the players differ least", () => {
  const rows = categories([
    seat(0, 0, [
      ["A", 9],
      ["B", 1],
      ["C", 2],
    ]),
    seat(1, 0, [
      ["B", 1],
      ["C", 1],
    ]),
  ]);
  assert.deepEqual(
    foldRows(rows, 2, (names) => names.join()),
    [
      { name: "A", points: [9, 0], best: 0 },
      { name: "B,C", points: [3, 2], best: 0 },
    ],
  );
  assert.equal(foldRows(rows, 3, String), rows);
});

test("the bars of the podium are in proportion, and all begin at zero", () => {
  const bars = barsOf([210, 88]);
  assert.deepEqual(bars(210), { height: 1, foot: 0 });
  assert.equal(bars(88).height, 88 / 210);
});

test("a negative score reaches down from where the others begin", () => {
  const bars = barsOf([-20, 60]);
  assert.deepEqual(
    [bars(60), bars(-20)],
    [
      { height: 0.75, foot: 0.25 },
      { height: 0.25, foot: 0 },
    ],
  );
  assert.deepEqual(barsOf([0, 0])(0), { height: 0, foot: 0 });
});
