// Play by keyboard: arrows walk over what can be touched now, as it lies on the table (with Shift over every piece),
// Enter touches, Escape puts back.
import { type Board, TOUCHABLE } from "../stage/board.ts";
import { findAll } from "../ui/dom.ts";
import { isTyping } from "../ui/input.ts";

export interface KeyActions {
  /** Whether the focus goes on to what is due next. */
  touch(element: SVGGraphicsElement): boolean;
  confirm(): boolean;
  /** False when there is nothing to put back. */
  putBack(): boolean;
  undo(): void;
  help(): void;
  /** False when all is said of it already. */
  explain(element: SVGGraphicsElement): boolean;
  typeMove(): void;
  hint(): void;
  /** False when nothing can be turned, or no number chosen. */
  turn(): boolean;
  step(by: number): boolean;
  /** Bring the board nearer, or show all of it. */
  zoom(): void;
}

const DIRECTIONS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function watchKeys(board: Board, actions: KeyActions): void {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (handle(event, board, actions)) event.preventDefault();
  });
}

function handle(event: KeyboardEvent, board: Board, actions: KeyActions): boolean {
  const target = event.target as Element;
  const piece = target.closest<SVGGraphicsElement>(TOUCHABLE);
  const direction = DIRECTIONS[event.key];
  if (direction && isFree(target)) return walk(board, piece, direction, event.shiftKey);
  if (event.key === "Enter" || event.key === " ") return press(target, piece, board, actions);
  if (event.key === "Escape") return !document.querySelector(":popover-open") && actions.putBack();
  if (event.key === "u" || event.key === "U") return runHandled(actions.undo);
  if (event.key === "r" || event.key === "R") return actions.turn();
  if (event.key === "+" || event.key === "-") return actions.step(event.key === "+" ? 1 : -1) && focusNext(board);
  if (event.key === "?") return (piece !== null && actions.explain(piece)) || runHandled(actions.help);
  if (event.key === "m" || event.key === "M") return runHandled(actions.typeMove);
  if (event.key === "z" || event.key === "Z") return runHandled(actions.zoom);
  if (event.key === "h" || event.key === "H") return runHandled(actions.hint);
  return false;
}

/** Arrow keys belong to the table unless focus is on something else that uses or scrolls with them. */
function isFree(target: Element): boolean {
  return target === document.body || (target.closest(".stage") !== null && !target.closest("input"));
}

function press(target: Element, piece: SVGGraphicsElement | null, board: Board, actions: KeyActions): boolean {
  if (piece) return runHandled(() => actions.touch(piece) && focusNext(board));
  return target === document.body ? actions.confirm() : false;
}

function runHandled(act: () => unknown): true {
  act();
  return true;
}

/** Move focus to the nearest piece in a direction, over board and hand alike; what is out of sight cannot have it. */
function walk(
  board: Board,
  from: SVGGraphicsElement | null,
  direction: [number, number],
  everywhere: boolean,
): boolean {
  const all = board.touchables().filter(isVisible);
  const open = all.filter((each) => !each.hasAttribute("aria-disabled"));
  const ways = everywhere || !open.length ? all : open;
  const next = from
    ? nearest(ways, from, direction)
    : (ways.find((each) => each.classList.contains("can-touch")) ?? ways[0]);
  if (next) focusPiece(board, next);
  return next !== undefined;
}

function isVisible(element: Element): boolean {
  return element.checkVisibility({ visibilityProperty: true });
}

/** Buttons that get the focus where there is no piece to touch. */
const BUTTONS = "#choice-buttons button, #numbers button:enabled, #cover button, #end .primary, #end a";

/** Focus what is due: Confirm where a move is staged, else a piece in the middle, else a button; false when there is nothing. */
export function focusNext(board: Board): boolean {
  const [confirm] = findAll("#confirm[aria-disabled=false]").filter(isVisible);
  const pieces = board.touchables().filter((each) => each.matches(".can-touch") && isVisible(each));
  const piece = pieces[Math.floor(pieces.length / 2)];
  const next = confirm ?? piece ?? findAll(BUTTONS).find(isVisible);
  if (next === piece && piece) board.moveTabStop(piece);
  next?.focus();
  return next !== undefined;
}

/** The same at the beginning of a choice, unless a move is typed already: this is loaded late. */
export function focusFirst(board: Board): void {
  if (!document.activeElement?.matches("input")) focusNext(board);
}

export function focusPiece(board: Board, piece: SVGGraphicsElement): void {
  board.moveTabStop(piece);
  piece.focus({ preventScroll: false });
}

/** Nearest by the distance along the direction plus twice the distance beside it; only pieces that lie that way count. */
function nearest(
  all: SVGGraphicsElement[],
  from: SVGGraphicsElement,
  [dx, dy]: [number, number],
): SVGGraphicsElement | undefined {
  const start = centre(from);
  let best: SVGGraphicsElement | undefined;
  let least = Infinity;
  for (const piece of all) {
    const to = centre(piece);
    const along = (to.x - start.x) * dx + (to.y - start.y) * dy;
    const sideways = Math.abs((to.x - start.x) * dy) + Math.abs((to.y - start.y) * dx);
    const cost = along + 2 * sideways;
    if (piece === from || along < 4 || cost >= least) continue;
    least = cost;
    best = piece;
  }
  return best;
}

function centre(piece: Element): { x: number; y: number } {
  const box = piece.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
