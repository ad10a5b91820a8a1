// Names of players in what is said of something.
import assert from "node:assert/strict";
import test from "node:test";
import { replaceNames } from "../src/stage/name-labels.ts";

test("each colour becomes the name of whoever plays it, and no name is taken for a colour", () => {
  const players = new Map([
    ["Blue", "Red Fox"],
    ["Red", "Emil"],
  ]);
  assert.equal(replaceNames("Hayes St., $14, Blue 6, Red 0", players), "Hayes St., $14, Red Fox 6, Emil 0");
  assert.equal(replaceNames("Redwood and Bluebell", players), "Redwood and Bluebell");
});

test("a free seat keeps its colour", () => {
  assert.equal(replaceNames("visited by Green", new Map([["Green", undefined]])), "visited by Green");
});
