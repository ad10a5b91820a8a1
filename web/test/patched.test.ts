// Views that are put together from patches.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Patched } from "../src/net/patched.ts";
import type { LogLine, Patch, Sections } from "../src/net/types.ts";

const line = (seq: number): LogLine => ({
  seq,
  actor: 0,
  look: 0,
  text: "",
  line: `line ${seq}`,
  name: "",
  places: [],
  sound: "",
  ends: false,
});
const sections = (version: number): Partial<Sections> => ({ version, lang: "en" });

const FIRST: Patch = {
  fresh: true,
  texts: [
    "<svg>",
    "<a/>",
    "</svg>",
    "put a\nA on b\nhand-a block-b\nblock-b hand-a",
    "+2\nBuild\n+$2",
    "You win $2.",
    "Well done.",
  ],
  drawn: { board: [0, 1, 2], aside: [], hand: [0, 2] },
  pieces: [
    [1, 1, 3, 4, 5, 0],
    [1, 6, 1, 2],
  ],
  choices: [[0, 1]],
  log: { kept: 0, lines: [line(1), line(2)] },
  sections: sections(2),
};

test("a fresh patch is a whole view", () => {
  const view = new Patched().apply(FIRST);
  assert.deepEqual(view?.parts, { board: "<svg><a/></svg>", aside: "", hand: "<svg></svg>" });
  const paths = [
    ["hand-a", "block-b"],
    ["block-b", "hand-a"],
  ];
  assert.deepEqual(view?.choices, [
    {
      move: "put a",
      paths,
      label: "A on b",
      points: "+2",
      verb: "Build",
      gain: "+$2",
      brings: "You win $2. Well done.",
      ghost: "<svg><a/></svg>",
      at_once: true,
    },
  ]);
  assert.equal(view?.log.length, 2);
  assert.equal(view?.version, 2);
});

test("what a patch does not name stays", () => {
  const patched = new Patched();
  const before = patched.apply(FIRST);
  const view = patched.apply({
    fresh: false,
    texts: ["<b/>"],
    pieces: [],
    drawn: { board: [0, 7, 2] },
    choices: [],
    log: { kept: 1, lines: [line(3)] },
    sections: { version: 3 },
  });
  assert.deepEqual(view?.parts, { board: "<svg><b/></svg>", aside: "", hand: "<svg></svg>" });
  assert.deepEqual(view?.choices, []);
  assert.deepEqual(
    view?.log.map((each) => each.seq),
    [1, 3],
  );
  assert.equal(view?.version, 3);
  assert.equal(view?.lang, "en");
  assert.equal(before?.version, 2, "a view that was shown does not change");
});

test("a fresh patch after a cut begins the numbers anew", () => {
  const patched = new Patched();
  patched.apply(FIRST);
  const view = patched.apply({ ...FIRST, texts: ["<x>", "<y/>", "</x>", "m", "p", "l", ""], sections: sections(9) });
  assert.equal(view?.parts.board, "<x><y/></x>");
  assert.equal(view?.version, 9);
});

test("a patch that follows nothing makes no view", () => {
  assert.equal(new Patched().apply({ ...FIRST, fresh: false }), undefined);
});
