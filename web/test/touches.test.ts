// What touches mean: narrowing, staging, turning, confirming, putting back.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Choice } from "../src/net/types.ts";
import {
  clear,
  gainsToTouch,
  NOTHING,
  nextTouches,
  offer,
  otherTouches,
  put,
  stageByName,
  stagedMove,
  type Touches,
  touchOne,
  turn,
  wouldStage,
} from "../src/table/touches.ts";
import { choice, FREE, LONG, NUMBERS, ONE, TURNED } from "./moves.ts";

/** What the selection says after each step: "touch ID", "again ID" (the second of two quick taps), "put ID", "turn 1", "stage MOVE", "clear", "offer VERSION". */
function told(choices: Choice[], steps: string[], mustConfirm = true): string[] {
  let touches = offer(NOTHING, choices, 1);
  return steps.map((step) => {
    const [verb = "", ...rest] = step.split(" ");
    const said = taken(touches, choices, verb, rest.join(" "), mustConfirm);
    touches = said.touches;
    return said.words || describe(touches);
  });
}

function taken(touches: Touches, choices: Choice[], verb: string, word: string, mustConfirm: boolean) {
  if (verb === "touch" || verb === "again") {
    const outcome = touchOne(touches, word, mustConfirm, verb === "again");
    if (outcome.kind === "hasty") return { touches, words: "nothing" };
    if (outcome.kind === "refused") return { touches, words: `refused ${outcome.path.join(" ")}` };
    const words = outcome.kind === "confirmed" ? `sent ${outcome.choice.move}` : "";
    return { touches: outcome.touches, words };
  }
  const after: Record<string, () => Touches | undefined> = {
    put: () => put(touches, word),
    turn: () => turn(touches, Number(word)),
    stage: () => stageByName(touches, word),
    clear: () => clear(touches),
    offer: () => offer(touches, choices, Number(word)),
  };
  return { touches: after[verb]?.() ?? touches, words: "" };
}

function describe(touches: Touches): string {
  const staged = stagedMove(touches);
  return staged ? `staged ${staged.move}` : touches.touched.join(" ");
}

test("a second touch confirms where nothing can be turned", () => {
  const steps = ["touch hand-H", "touch block-b", "touch block-b"];
  assert.deepEqual(told(ONE, steps), ["hand-H", "staged H@b", "sent H@b"]);
});

test("the second of two quick taps confirms nothing, puts nothing back and touches nothing else, but it turns", () => {
  const steps = ["touch hand-H", "again hand-H", "touch block-b", "again block-b", "again block-a", "touch block-b"];
  assert.deepEqual(told(ONE, steps), ["hand-H", "nothing", "staged H@b", "nothing", "nothing", "sent H@b"]);
  assert.deepEqual(told(TURNED, ["touch hand-T", "touch space-x", "again space-x"]).at(-1), "staged T1@x");
});

test("touching something else takes its place", () => {
  const steps = ["touch hand-H", "touch block-b", "touch block-a", "touch hand-S", "touch block-b"];
  const said = ["hand-H", "staged H@b", "staged H@a", "staged S@a", "refused hand-S block-b"];
  assert.deepEqual(told(ONE, steps), said);
});

test("what follows by itself needs no touch, and touching it is no second touch", () => {
  assert.deepEqual(told(ONE, ["touch hand-S", "touch block-a"]), ["staged S@a", "staged S@a"]);
  assert.deepEqual(told(ONE, ["touch hand-S", "touch hand-S"]), ["staged S@a", "sent S@a"]);
});

test("repeating a touch that means nothing yet goes one step back", () => {
  assert.deepEqual(told(ONE, ["touch hand-H", "touch hand-H"]), ["hand-H", ""]);
});

test("further touches turn", () => {
  const steps = ["touch hand-T", ...Array<string>(4).fill("touch space-x")];
  assert.deepEqual(told(TURNED, steps), ["hand-T", "staged T0@x", "staged T1@x", "staged T2@x", "staged T0@x"]);
});

test("turning goes both ways and not beyond what there is", () => {
  const steps = ["touch hand-T", "touch space-x", "turn -1", "turn 1", "touch space-y", "turn 1"];
  const said = ["hand-T", "staged T0@x", "staged T2@x", "staged T0@x", "staged T0@y", "staged T0@y"];
  assert.deepEqual(told(TURNED, steps), said);
});

test("a turned piece stays turned while the version stays; a new version is a new decision", () => {
  const steps = ["touch hand-T", "touch space-x", "turn 1", "offer 1", "offer 2"];
  assert.deepEqual(told(TURNED, steps).slice(2), ["staged T1@x", "staged T1@x", ""]);
});

test("a whole move may be lengthened", () => {
  const steps = ["touch step-1", "touch side-2", "touch marker-B", "touch marker-A"];
  assert.deepEqual(told(LONG, steps), ["staged go", "staged go", "staged go B", "staged go A"]);
  assert.deepEqual(told(LONG, ["touch step-1", "touch side-2", "touch side-2"]), ["staged go", "staged go", "sent go"]);
});

const UNASKED: [string, Choice[], string[], string][] = [
  ["one move", ONE, ["hand-H", "block-b"], "sent H@b"],
  ["one that can be turned", TURNED, ["hand-T", "space-x"], "staged T0@x"],
  ["one that can be lengthened", LONG, ["step-1", "side-2"], "staged go"],
  ["the longest", LONG, ["step-1", "side-2", "marker-A"], "sent go A"],
];
for (const [name, choices, touched, last] of UNASKED) {
  test(`without confirming only what is decided is sent: ${name}`, () => {
    const steps = touched.map((id) => `touch ${id}`);
    assert.equal(told(choices, steps, false).at(-1), last);
  });
}

test("while moves are confirmed no touch sends what it stages, except a button that ends a turn", () => {
  for (const choices of [ONE, TURNED, LONG, NUMBERS, FREE])
    for (const path of choices.flatMap(({ paths }) => paths)) {
      const steps = path.map((id) => `touch ${id}`);
      const isEnd = path.at(-1) === "button-end";
      assert.match(told(choices, steps).at(-1) ?? "", isEnd ? /^sent end$/ : /^staged /);
    }
});

test("without confirming what can be undone freely, or ends a turn, is sent by its last touch", () => {
  assert.deepEqual(told(FREE, ["touch step-1"], false), ["sent dig+"]);
  assert.deepEqual(told(FREE, ["touch button-end"], false), ["sent end"]);
  assert.deepEqual(told(FREE, ["touch space-x", "touch space-x"], false), ["staged drive", "staged turn"]);
  assert.deepEqual(told(FREE, ["put step-1", "stage dig+"], false), ["staged dig+", "staged dig+"]);
});

test("a number is put and never sent by itself: a slider passes many on its way", () => {
  const steps = ["put number-bid-4", "put number-bid-5", "put number-bid-5", "touch button-pass"];
  assert.deepEqual(told(NUMBERS, steps), ["staged bid 4", "staged bid 5", "staged bid 5", "staged pass"]);
  assert.deepEqual(told(NUMBERS, ["put number-bid-4"], false), ["staged bid 4"]);
});

test("a move is staged by its notation, in any case of letters; an unknown one is not", () => {
  assert.deepEqual(told(ONE, ["stage  h@B ", "stage X@a"]), ["staged H@b", "staged H@b"]);
});

test("putting back leaves nothing touched", () => {
  assert.deepEqual(told(ONE, ["touch hand-H", "touch block-b", "clear"]).at(-1), "");
  assert.equal(clear(NOTHING), undefined);
});

test("a preview under the pointer shows what a touch would stage", () => {
  const touches = offer(NOTHING, ONE, 1);
  assert.equal(wouldStage(touches, "hand-S")?.move, "S@a");
  assert.equal(wouldStage(touches, "hand-H"), undefined);
  assert.equal(wouldStage(touches, "block-x"), undefined);
});

test("ids that go on, and ids that would take the place of an earlier touch", () => {
  const touches = put(offer(NOTHING, ONE, 1), "hand-H") ?? NOTHING;
  assert.deepEqual([...nextTouches(touches)].sort(), ["block-a", "block-b"]);
  assert.deepEqual([...otherTouches(touches)].sort(), ["hand-H", "hand-S"]);
});

test("places say what a touch brings where that differs", () => {
  const brings = (move: string, gain: string, points = ""): Choice => ({
    ...choice(move, `hand-a ${move}`),
    gain,
    points,
  });
  const gains = (...choices: Choice[]): [string, boolean][] => {
    const touched = put(offer(NOTHING, choices, 1), "hand-a");
    return [...gainsToTouch(touched ?? NOTHING)].map(([id, { text, gold }]) => [`${id} ${text}`, gold]);
  };
  assert.deepEqual(gains(brings("x", "0"), brings("y", "+$7", "+7"), brings("z", "−$2", "−2")), [
    ["y +$7", true],
    ["z −$2", false],
  ]);
  assert.deepEqual(gains(brings("x", "+1", "+1"), brings("y", "+1", "+1")), []);
  assert.deepEqual(gains(brings("x", "0"), brings("y", "reachable")), [["y reachable", true]]);
  const dice = ["1", "6"].map((die) => ({ ...choice(`${die}@x`, `x die-${die}`), gain: `+${die}`, points: `+${die}` }));
  const both = gainsToTouch(offer(NOTHING, [...dice, brings("y", "0")], 1));
  assert.deepEqual(both.get("x"), { text: "+6", gold: true }, "the better of two dice that fit");
});
