// Which moves are watched on the way from one view to the next, and once more.
import assert from "node:assert/strict";
import { test } from "node:test";
import { storySteps } from "../src/stage/story.ts";
import { between, sinceOwnMove } from "../src/table/steps.ts";
import { line, view } from "./moves.ts";

function seqs(lines: { seq: number }[]): number[] {
  return lines.map(({ seq }) => seq);
}

test("the moves between two views are watched, the last one excepted: it leads to the second view", () => {
  const log = [line(1, 0), line(2, 1), line(3, "*"), line(4, 1), line(5, 0)];
  assert.deepEqual(seqs(between(view({ version: 1 }), view({ version: 5, log }))), [2, 4]);
});

test("nothing is watched after an undo, after a change of seats, and after a long absence", () => {
  const moves = [line(2, 1), line(3, 1)];
  const undone = view({ version: 4, log: [...moves, line(4, 1, "!undo 3")] });
  assert.deepEqual(between(view(), undone), []);
  const elsewhere = view({ version: 3, log: moves, viewer: { seat: 1, seats: [1] } });
  assert.deepEqual(between(view(), elsewhere), []);
  const many = Array.from({ length: 12 }, (_, index) => line(index + 2, 1));
  assert.deepEqual(between(view(), view({ version: 13, log: many })), []);
});

test("watched again is everything since the own last move, chance and control events left out", () => {
  const log = [line(1, 0), line(2, 1), line(3, 0), line(4, "*"), line(5, 1, "!join"), line(6, 1)];
  assert.deepEqual(seqs(sinceOwnMove(view({ log }))), [3, 6]);
});

test("the others' last turn is told until the own one is over, and watched again with what was done since", () => {
  const log = [line(1, 0), line(2, 1), line(3, 1), line(4, "*")];
  const begun = [...log, line(5, 0), line(6, 0, "!undo 5"), line(7, 0)];
  const { turn } = view();
  assert.deepEqual(seqs(storySteps(view({ log }))), [2, 3]);
  assert.deepEqual(seqs(storySteps(view({ log: begun }))), [2, 3]);
  assert.deepEqual(seqs(sinceOwnMove(view({ log: begun }))), [1, 2, 3, 5, 7]);
  assert.deepEqual(seqs(storySteps(view({ log: begun, turn: { ...turn, yours: false } }))), []);
  assert.deepEqual(seqs(storySteps(view({ log: [line(1, 0), line(2, 0)] }))), []);
});
