// Narrowing: which touches go on, which moves they mean, what follows by itself.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  bestGain,
  buttonsIn,
  commonEnd,
  completedBy,
  nextIds,
  stillValid,
  touch,
  withImplied,
} from "../src/table/choices.ts";
import { choice, LONG, NUMBERS, ONE, TURNED } from "./moves.ts";

function ids(found: Set<string>): string[] {
  return [...found].sort();
}

test("nothing is touched: every first id goes on", () => {
  assert.deepEqual(ids(nextIds(ONE, [])), ["hand-H", "hand-S"]);
});

test("a touch leaves only the moves that begin with it", () => {
  assert.deepEqual(ids(nextIds(ONE, ["hand-H"])), ["block-a", "block-b"]);
  assert.deepEqual(ids(nextIds(ONE, ["hand-S"])), ["block-a"]);
  assert.deepEqual(ids(nextIds(ONE, ["block-a"])), []);
});

test("several paths lead to one move", () => {
  const either = [choice("swap", "a b", "b a")];
  assert.deepEqual(ids(nextIds(either, [])), ["a", "b"]);
  assert.deepEqual(completedBy(either, ["b", "a"]), either);
});

test("touches mean the moves that end with them, longer ones not", () => {
  assert.deepEqual(completedBy(LONG, ["step-1"]), []);
  assert.deepEqual(
    completedBy(LONG, ["step-1", "side-2"]).map(({ move }) => move),
    ["go"],
  );
  assert.equal(completedBy(TURNED, ["hand-T", "space-x"]).length, 3);
});

test("a touch keeps as many of the earlier ones as it can", () => {
  assert.deepEqual(touch(ONE, ["hand-H", "block-a"], "block-b"), ["hand-H", "block-b"]);
  assert.deepEqual(touch(ONE, ["hand-H", "block-b"], "hand-S"), ["hand-S"]);
  assert.equal(touch(ONE, ["hand-S"], "block-b"), undefined);
});

test("a piece that does not fit is refused, not swapped for another", () => {
  const dice = [choice("1@x", "die-1 house-x", "house-x die-1"), choice("5@y", "die-5 house-y", "house-y die-5")];
  assert.equal(touch(dice, ["die-5"], "house-x"), undefined);
  assert.equal(touch(dice, ["house-x", "die-1"], "die-5"), undefined);
  assert.deepEqual(touch(dice, ["die-5"], "die-1"), ["die-1"]);
  assert.deepEqual(touch(dice, ["house-x", "die-1"], "house-y"), ["house-y"]);
});

test("a single piece that goes on is not asked for", () => {
  assert.deepEqual(withImplied(ONE, ["hand-S"]), ["hand-S", "block-a"]);
  assert.deepEqual(withImplied(ONE, ["hand-H"]), ["hand-H"]);
});

test("a single button or number is never touched by itself", () => {
  assert.deepEqual(withImplied([choice("end", "hand-S button-end")], ["hand-S"]), ["hand-S"]);
  assert.deepEqual(withImplied([choice("bid 3", "hand-S number-bid-3")], ["hand-S"]), ["hand-S"]);
});

test("nothing follows by itself where a move is meant already", () => {
  const longer = [choice("go", "a"), choice("go on", "a b")];
  assert.deepEqual(withImplied(longer, ["a"]), ["a"]);
});

test("buttons carry the label of the move that they complete", () => {
  const end = { ...choice("end", "button-end"), label: "End the turn" };
  assert.deepEqual(buttonsIn([...NUMBERS, end], []), [
    { id: "button-pass", label: "pass" },
    { id: "button-end", label: "End the turn" },
  ]);
});

test("touches that lead nowhere any more are dropped as a whole", () => {
  assert.deepEqual(stillValid(ONE, ["hand-H"]), ["hand-H"]);
  assert.deepEqual(stillValid(ONE, ["hand-X"]), []);
});

test("the best of several moves is the one with most points now", () => {
  const brings = (gain: string, points: string) => ({ ...choice("x", "x"), gain, points });
  assert.equal(bestGain([brings("+$7", "+7"), brings("+$12", "+12"), brings("0", "")]), "+$12");
  assert.equal(bestGain([brings("−$3", "−3"), brings("0", "")]), undefined);
  assert.equal(bestGain([]), undefined);
});

test("what is said of all moves in the end is said before one is touched", () => {
  const bid = (brings: string) => ({ ...choice("bid", "a"), brings });
  const worth = "The piece would bring you +4.";
  assert.equal(commonEnd([bid(`You pay 1. Row A. ${worth}`), bid(`You pay 2. Row A. ${worth}`)]), `Row A. ${worth}`);
  assert.equal(commonEnd([bid("You pay 1."), bid(`You pay 2. ${worth}`)]), "");
});
