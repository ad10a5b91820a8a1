// The phases of the table page and how one becomes the next.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { View } from "../src/net/types.ts";
import {
  CONNECTING,
  finishSending,
  isSending,
  left,
  lookedBack,
  looksBack,
  mayTouch,
  type Phase,
  readyMove,
  receiveView,
  skipMoments,
  startSending,
  touchesOf,
  updatePresence,
  updateTouches,
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
  return receiveView(CONNECTING, view(different), covered);
}

/** The phase after these touches. */
function touched(phase: Phase, ...ids: string[]): Phase {
  return ids.reduce((now, id) => updateTouches(now, put(touchesOf(now), id) ?? touchesOf(now)), phase);
}

const staged = (): Phase => touched(shown(), "hand-H", "block-b");
const sending = (): Phase => startSending(staged()) ?? CONNECTING;

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
  assert.equal(receiveView(covered, view(), false).name, "choosing");
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
  assert.equal(startSending(sending()), undefined);
});

test("a refused command leaves the move lying ready", () => {
  const phase = finishSending(sending());
  assert.equal(phase.name, "staged");
  assert.equal(readyMove(phase)?.move, "H@b");
});

test("the view may come before the answer: the phase stays sending, the touches are gone", () => {
  const phase = receiveView(sending(), view({ version: 2, turn: OTHERS, choices: [] }), false);
  assert.equal(phase.name, "sending");
  assert.deepEqual(touchesOf(phase).touched, []);
  assert.equal(finishSending(phase).name, "watching");
});

test("the same version once more keeps what lies ready", () => {
  const phase = receiveView(staged(), view({ seats: [seat(0), seat(1, { online: false })] }), false);
  assert.equal(readyMove(phase)?.move, "H@b");
});

test("moments of the past stop touches until somebody hurries", () => {
  const past = lookedBack(shown(), view());
  assert.equal(past.name, "past");
  assert.ok(looksBack(past));
  assert.equal(mayTouch(past), false);
  const ready = lookedBack(staged(), view());
  assert.equal(readyMove(ready), undefined);
  assert.equal(readyMove(skipMoments(ready))?.move, readyMove(staged())?.move);
  assert.equal(looksBack(skipMoments(past)), false);
  assert.ok(mayTouch(skipMoments(past)));
  assert.equal(receiveView(skipMoments(past), view(), false).name, "choosing");
});

test("hurrying means nothing when no moments are shown, and nothing the second time", () => {
  const phase = staged();
  assert.equal(skipMoments(phase), phase);
  const past = skipMoments(lookedBack(phase, view()));
  assert.equal(skipMoments(past), past);
});

test("what lies ready stays when others move at the same time", () => {
  const phase = receiveView(staged(), view({ version: 2, log: [line(1, 1, "S@c")] }), false);
  assert.equal(readyMove(phase)?.move, "H@b");
  assert.equal(touchesOf(phase).version, 2);
});

test("what lies ready is gone after an own move, and where the moves are other ones", () => {
  const after = receiveView(staged(), view({ version: 2, log: [line(1, 0, "S@c")] }), false);
  assert.deepEqual(touchesOf(after).touched, []);
  const fewer = receiveView(staged(), view({ version: 2, choices: view().choices.slice(0, 2) }), false);
  assert.deepEqual(touchesOf(fewer).touched, []);
});

test("watching again keeps what lies ready; moments on the way to a new decision do not", () => {
  assert.equal(readyMove(receiveView(lookedBack(staged(), view()), view(), false))?.move, "H@b");
  const onward = lookedBack(staged(), LATER);
  assert.equal(readyMove(onward), undefined);
  assert.deepEqual(touchesOf(onward).touched, []);
});

test("a command stays under way through moments of the past, whichever ends first", () => {
  const past = lookedBack(sending(), LATER);
  assert.ok(isSending(past));
  assert.equal(mayTouch(skipMoments(past)), false);
  assert.equal(receiveView(past, LATER, false).name, "sending");
  assert.equal(receiveView(finishSending(past), LATER, false).name, "choosing");
});

test("a command may begin during moments of the past", () => {
  const past = startSending(lookedBack(shown(), view()));
  assert.ok(past && isSending(past));
  assert.equal(finishSending(past).name, "past");
});

test("the browser leaves once, whatever still comes", () => {
  const leaving = left(shown({ over: OVER, choices: [] }));
  assert.equal(leaving?.name, "leaving");
  assert.ok(leaving);
  assert.equal(left(leaving), undefined);
  assert.equal(receiveView(leaving, view({ version: 9 }), false).name, "leaving");
  assert.equal(finishSending(leaving).name, "leaving");
  assert.equal(mayTouch(leaving), false);
});

test("a touch before the first view changes nothing", () => {
  assert.equal(updateTouches(CONNECTING, touchesOf(staged())), CONNECTING);
});

test("somebody comes or goes: only the seats tell it, and what lies ready stays", () => {
  const before = updateTouches(shown({ seats: [seat(0), seat(1)] }), touchesOf(staged()));
  const phase = updatePresence(before, { online: [0], spectators: 1 });
  assert.equal(readyMove(phase)?.move, "H@b");
  assert.deepEqual(
    viewOf(phase)?.seats.map(({ online }) => online),
    [true, false],
  );
  const back = updatePresence(phase, { online: [0, 1], spectators: 0 });
  assert.deepEqual(viewOf(back)?.seats, viewOf(before)?.seats);
});

test("bots are always there", () => {
  const bot = seat(1, { kind: "bot", bot: "strong" });
  assert.ok(withPresence(view({ seats: [seat(0), bot] }), { online: [], spectators: 0 }).seats[1]?.online);
});
