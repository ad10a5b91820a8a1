// The phases of the table page and how one becomes the next.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { View } from "../src/net/types.ts";
import {
  answered,
  arrived,
  attended,
  CONNECTING,
  hurried,
  isSending,
  left,
  lookedBack,
  looksBack,
  mayTouch,
  type Phase,
  readyMove,
  retouched,
  sent,
  touchesOf,
  viewOf,
  withPresence,
} from "../src/table/phase.ts";
import { put } from "../src/table/touches.ts";
import { line, OVER, seat, view } from "./moves.ts";

const OTHERS = {
  actors: [1],
  yours: false,
  prompt: "",
  asks: {},
  steps: {},
  afterwards: {},
  headline: "Bea is to move",
};

/** After an own move and one of the other. */
const LATER = view({ version: 3, log: [line(1, 0, "H@b"), line(2, 1, "S@c")] });

function shown(different: Partial<View> = {}, covered = false): Phase {
  return arrived(CONNECTING, view(different), covered);
}

/** The phase after these touches. */
function touched(phase: Phase, ...ids: string[]): Phase {
  return ids.reduce((now, id) => retouched(now, put(touchesOf(now), id) ?? touchesOf(now)), phase);
}

const staged = (): Phase => touched(shown(), "hand-H", "block-b");
const sending = (): Phase => sent(staged()) ?? CONNECTING;

test("before the first view nothing can be done", () => {
  assert.equal(viewOf(CONNECTING), undefined);
  assert.equal(mayTouch(CONNECTING), false);
  assert.equal(readyMove(CONNECTING), undefined);
});

test("the first view says whether there is something to choose", () => {
  assert.equal(shown().name, "choosing");
  assert.equal(shown({ turn: OTHERS, choices: [] }).name, "watching");
  assert.equal(shown({ viewer: { seat: null, seats: [] }, turn: OTHERS, choices: [] }).name, "watching");
  assert.equal(shown({ over: OVER, choices: [] }).name, "over");
});

test("a covered hand has no choices until it is uncovered", () => {
  const covered = shown({}, true);
  assert.equal(covered.name, "covered");
  assert.deepEqual(touchesOf(covered).choices, []);
  assert.equal(arrived(covered, view(), false).name, "choosing");
});

test("touches lead from choosing to staged, and back", () => {
  assert.equal(touched(shown(), "hand-H").name, "choosing");
  assert.equal(staged().name, "staged");
  assert.equal(readyMove(staged())?.move, "H@b");
  assert.equal(touched(staged(), "hand-H").name, "choosing");
});

test("while a command is under way nothing can be touched and nothing more is sent", () => {
  assert.equal(sending().name, "sending");
  assert.equal(mayTouch(sending()), false);
  assert.equal(readyMove(sending()), undefined);
  assert.equal(sent(sending()), undefined);
});

test("a refused command leaves the move lying ready", () => {
  const phase = answered(sending());
  assert.equal(phase.name, "staged");
  assert.equal(readyMove(phase)?.move, "H@b");
});

test("the view may come before the answer: the phase stays sending, the touches are gone", () => {
  const phase = arrived(sending(), view({ version: 2, turn: OTHERS, choices: [] }), false);
  assert.equal(phase.name, "sending");
  assert.deepEqual(touchesOf(phase).touched, []);
  assert.equal(answered(phase).name, "watching");
});

test("the same version once more keeps what lies ready", () => {
  const phase = arrived(staged(), view({ seats: [seat(0), seat(1, { online: false })] }), false);
  assert.equal(readyMove(phase)?.move, "H@b");
});

test("moments of the past stop touches until somebody hurries", () => {
  const past = lookedBack(shown(), view());
  assert.equal(past.name, "past");
  assert.ok(looksBack(past));
  assert.equal(mayTouch(past), false);
  const ready = lookedBack(staged(), view());
  assert.equal(readyMove(ready), undefined);
  assert.equal(readyMove(hurried(ready))?.move, readyMove(staged())?.move);
  assert.equal(looksBack(hurried(past)), false);
  assert.ok(mayTouch(hurried(past)));
  assert.equal(arrived(hurried(past), view(), false).name, "choosing");
});

test("hurrying means nothing when no moments are shown, and nothing the second time", () => {
  const phase = staged();
  assert.equal(hurried(phase), phase);
  const past = hurried(lookedBack(phase, view()));
  assert.equal(hurried(past), past);
});

test("what lies ready stays when others move at the same time", () => {
  const phase = arrived(staged(), view({ version: 2, log: [line(1, 1, "S@c")] }), false);
  assert.equal(readyMove(phase)?.move, "H@b");
  assert.equal(touchesOf(phase).version, 2);
});

test("what lies ready is gone after an own move, and where the moves are other ones", () => {
  const after = arrived(staged(), view({ version: 2, log: [line(1, 0, "S@c")] }), false);
  assert.deepEqual(touchesOf(after).touched, []);
  const fewer = arrived(staged(), view({ version: 2, choices: view().choices.slice(0, 2) }), false);
  assert.deepEqual(touchesOf(fewer).touched, []);
});

test("watching again keeps what lies ready; moments on the way to a new decision do not", () => {
  assert.equal(readyMove(arrived(lookedBack(staged(), view()), view(), false))?.move, "H@b");
  const onward = lookedBack(staged(), LATER);
  assert.equal(readyMove(onward), undefined);
  assert.deepEqual(touchesOf(onward).touched, []);
});

test("a command stays under way through moments of the past, whichever ends first", () => {
  const past = lookedBack(sending(), LATER);
  assert.ok(isSending(past));
  assert.equal(mayTouch(hurried(past)), false);
  assert.equal(arrived(past, LATER, false).name, "sending");
  assert.equal(arrived(answered(past), LATER, false).name, "choosing");
});

test("a command may begin during moments of the past", () => {
  const past = sent(lookedBack(shown(), view()));
  assert.ok(past && isSending(past));
  assert.equal(answered(past).name, "past");
});

test("the browser leaves once, whatever still comes", () => {
  const leaving = left(shown({ over: OVER, choices: [] }));
  assert.equal(leaving?.name, "leaving");
  assert.ok(leaving);
  assert.equal(left(leaving), undefined);
  assert.equal(arrived(leaving, view({ version: 9 }), false).name, "leaving");
  assert.equal(answered(leaving).name, "leaving");
  assert.equal(mayTouch(leaving), false);
});

test("a touch before the first view changes nothing", () => {
  assert.equal(retouched(CONNECTING, touchesOf(staged())), CONNECTING);
});

test("somebody comes or goes: only the seats tell it, and what lies ready stays", () => {
  const before = retouched(shown({ seats: [seat(0), seat(1)] }), touchesOf(staged()));
  const phase = attended(before, { online: [0], spectators: 1 });
  assert.equal(readyMove(phase)?.move, "H@b");
  assert.deepEqual(
    viewOf(phase)?.seats.map(({ online }) => online),
    [true, false],
  );
  const back = attended(phase, { online: [0, 1], spectators: 0 });
  assert.deepEqual(viewOf(back)?.seats, viewOf(before)?.seats);
});

test("bots are always there", () => {
  const bot = seat(1, { kind: "bot", bot: "strong" });
  assert.ok(withPresence(view({ seats: [seat(0), bot] }), { online: [], spectators: 0 }).seats[1]?.online);
});
