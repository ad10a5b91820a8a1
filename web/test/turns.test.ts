import assert from "node:assert/strict";
import { test } from "node:test";
import { tellable } from "../src/stage/turns.ts";
import { line } from "./moves.ts";

const end = (seq: number, actor: number) => ({ ...line(seq, actor), ends: true });

test("the end of a turn is told only where nothing else was done in it", () => {
  const log = [line(1, 0), end(2, 0), end(3, 1), line(4, 2), line(5, 2), end(6, 2)];
  assert.deepEqual(
    tellable(log).map(({ seq }) => seq),
    [1, 3, 4, 5],
  );
});
