// What is going on at the table, as one phase at a time, and how it becomes the next one. Pure functions; no page, no network.
import type { Choice, LogLine, Presence, View } from "../net/types.ts";
import { clear, NOTHING, offer, type Played, stagedMove, type Touches } from "./touches.ts";

/** The view on the board and what has been touched in it. */
export interface Position {
  readonly view: View;
  readonly touches: Touches;
  /** Several people play at this device, and the hand waits for one of them to say "I am here". */
  readonly covered: boolean;
}

export type Phase =
  /** No view has come yet. */
  | { readonly name: "connecting" }
  /** Nothing to decide here: others are to move, or a spectator looks on. */
  | (Position & { readonly name: "watching" })
  /** The device has to be passed on first. */
  | (Position & { readonly name: "covered" })
  /** The touches so far mean no move yet. */
  | (Position & { readonly name: "choosing" })
  /** A whole move lies ready for Confirm. */
  | (Position & { readonly name: "staged" })
  /** A command is under way; nothing can be touched until the server has answered. */
  | (Position & { readonly name: "sending" })
  /** Moments of the past are on the board. Any touch hurries the present along; a command may be under way meanwhile. */
  | (Position & { readonly name: "past"; readonly hurried: boolean; readonly sending: boolean })
  | (Position & { readonly name: "over" })
  /** The browser goes to another table. */
  | (Position & { readonly name: "leaving" });

export const CONNECTING: Phase = { name: "connecting" };

// --- Questions ---------------------------------------------------------------------------------------------------------

export function viewOf(phase: Phase): View | undefined {
  return phase.name === "connecting" ? undefined : phase.view;
}

export function touchesOf(phase: Phase): Touches {
  return phase.name === "connecting" ? NOTHING : phase.touches;
}

export function isSending(phase: Phase): boolean {
  return phase.name === "sending" || (phase.name === "past" && phase.sending);
}

/** Whether a touch on the board counts now. */
export function mayTouch(phase: Phase): boolean {
  if (phase.name === "past") return phase.hurried && !phase.sending;
  return !["connecting", "sending", "leaving"].includes(phase.name);
}

/** The move that Confirm would send now: none while the past is shown. */
export function readyMove(phase: Phase): Choice | undefined {
  return isSending(phase) || looksBack(phase) ? undefined : stagedMove(touchesOf(phase));
}

/** Whether there are more moments of the past to be seen. */
export function looksBack(phase: Phase): boolean {
  return phase.name === "past" && !phase.hurried;
}

// --- Transitions -------------------------------------------------------------------------------------------------------

/** A view is on the board. The moments of the past are over; a command that is under way stays so. */
export function receiveView(phase: Phase, view: View, covered: boolean): Phase {
  const before = touchesOf(phase);
  const offered = offer(before, covered ? [] : view.choices, view.version, isSameDecision(viewOf(phase), view));
  const touches = { ...offered, played: turnableMove(before, view) };
  const position = { view, touches, covered };
  if (phase.name === "leaving") return { name: "leaving", ...position };
  return isSending(phase) ? { name: "sending", ...position } : atRest(position);
}

/** Whether the viewer has to decide the same as before: others who act at the same time leave it as it is. */
function isSameDecision(before: View | undefined, view: View): boolean {
  if (before === undefined || before.version === view.version) return true;
  const decision = decisionOf(view);
  return decision !== "" && decision === decisionOf(before);
}

/** What the viewer has to decide, as a key; empty where it is nothing. */
export function decisionOf({ viewer, log, choices, turn }: View): string {
  const own = log.filter((line) => line.actor === viewer.seat).length;
  return turn.yours ? [viewer.seat, own, ...choices.map(({ move }) => move)].join(" ") : "";
}

/** What was played unasked can be turned as long as nothing has followed it. */
function turnableMove({ played, version }: Touches, view: View): Played | undefined {
  if (!played || version === view.version) return played;
  const last = lastMove(view);
  const own = view.undo === "free" && last?.actor === view.viewer.seat;
  return own && last?.text === played.moves[played.turned] ? played : undefined;
}

/** The last event of the game itself. */
export function lastMove({ log }: View): LogLine | undefined {
  return log.findLast((line) => !line.text.startsWith("!"));
}

/** Somebody has come or gone: only the seats tell it. */
export function updatePresence(phase: Phase, presence: Presence): Phase {
  return phase.name === "connecting" ? phase : { ...phase, view: withPresence(phase.view, presence) };
}

/** The same view with who is there now; bots always are. */
export function withPresence(view: View, { online }: Presence): View {
  const seats = view.seats.map((seat) => ({ ...seat, online: seat.bot !== null || online.includes(seat.seat) }));
  return { ...view, seats };
}

/** Something has been touched or put back. */
export function updateTouches(phase: Phase, touches: Touches): Phase {
  if (phase.name === "connecting") return phase;
  return isAtRest(phase) ? atRest({ ...phase, touches }) : { ...phase, touches };
}

/** A command goes out; undefined when one is under way. */
export function startSending(phase: Phase): Phase | undefined {
  if (isSending(phase)) return undefined;
  if (phase.name === "past") return { ...phase, sending: true };
  if (phase.name === "connecting" || phase.name === "leaving") return phase;
  return { ...phase, name: "sending" };
}

/** The server has answered, or refused. */
export function finishSending(phase: Phase): Phase {
  if (phase.name === "past") return { ...phase, sending: false };
  return phase.name === "sending" ? atRest(phase) : phase;
}

/** Moments that lead to `next` come onto the board. What was touched before a newer view is done with. */
export function lookedBack(phase: Phase, next: View): Phase {
  if (phase.name === "connecting" || phase.name === "leaving") return phase;
  const { view, covered } = phase;
  const touches = isSameDecision(view, next) ? phase.touches : (clear(phase.touches) ?? phase.touches);
  return { name: "past", view, touches, covered, hurried: false, sending: isSending(phase) };
}

/** Somebody has touched the page: no more moments. */
export function skipMoments(phase: Phase): Phase {
  return phase.name === "past" && !phase.hurried ? { ...phase, hurried: true } : phase;
}

/** The browser goes elsewhere; undefined when it is on its way already: a second navigation would break off the first. */
export function left(phase: Phase): Phase | undefined {
  if (phase.name === "leaving") return undefined;
  return phase.name === "connecting"
    ? phase
    : { name: "leaving", view: phase.view, touches: phase.touches, covered: phase.covered };
}

function isAtRest({ name }: Phase): boolean {
  return ["watching", "covered", "choosing", "staged", "over"].includes(name);
}

/** The phase of a position in which nothing is under way. */
function atRest({ view, touches, covered }: Position): Phase {
  const position = { view, touches, covered };
  if (view.over) return { name: "over", ...position };
  if (stagedMove(touches)) return { name: "staged", ...position };
  if (touches.choices.length) return { name: "choosing", ...position };
  return { name: covered ? "covered" : "watching", ...position };
}
