// Pointer and keyboard on the table: what they touch becomes the next phase, a move to send, or a question for the rule.
import { explain, get, type Notice, post } from "../net/api.ts";
import type { About, IllegalMoveReason, Why } from "../net/types.ts";
import { idOf, TOUCHABLE } from "../stage/board.ts";
import { Bubble, shownLabel } from "../stage/bubble.ts";
import { shake } from "../stage/effects.ts";
import { SEVERAL } from "../stage/picking.ts";
import { lastInput } from "../ui/input.ts";
import { isOn } from "../ui/settings.ts";
import { doubleTap, hovers, type Tap } from "../ui/taps.ts";
import { t } from "../ui/translations.ts";
import type { TouchPath } from "./choices.ts";
import type { Display } from "./display.ts";
import { loadLazily } from "./lazy-load.ts";
import { nearest } from "./nearest.ts";
import { isSending, lastMove, looksBack, mayTouch, readyMove, touchesOf, updateTouches, viewOf } from "./phase.ts";
import type { Store } from "./store.ts";
import {
  clear,
  isPlayedByTouch,
  isSameTouch,
  markPlayed,
  nextTouches,
  put,
  stageByName,
  stagedMove,
  type Touches,
  touchOne,
  turn,
  turnLastMove,
} from "./touches.ts";

/** What is touched beside all pieces. */
const GROUND = "ground";

/** A finger on free ground moves the map or brings it nearer, and puts nothing back. */
function isByFinger(event: Event): boolean {
  return event instanceof PointerEvent && event.pointerType === "touch";
}

/** Whether keys have brought the focus there. */
function isByKey(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches(":focus-visible");
}

/** Where the moves go. */
export interface Orders {
  send(verb: string, more: Record<string, unknown>): Promise<void>;
  undo(): Promise<void>;
}

export class Touching {
  /** The piece that was touched last: it shakes when that is refused. */
  private piece: Element | undefined;
  private readonly bubble = new Bubble("#main", {
    about: (name) => (this.mayAsk && name ? this.about(name) : undefined),
    openRule: (rule) => void this.display.sheet.openRule(rule),
  });

  constructor(
    protected readonly base: string,
    private readonly store: Store,
    private readonly display: Display,
    private readonly commands: Orders,
  ) {}

  listen(): void {
    const { stage, prompt } = this.display;
    stage.addEventListener("click", (event) => this.clicked(event));
    stage.addEventListener("pointerover", (event) => hovers(event) && this.hover(event.target));
    stage.addEventListener("focusin", (event) => isByKey(event.target) && this.hover(event.target));
    stage.addEventListener("pointerleave", () => this.hover(null));
    prompt.confirm.addEventListener("click", () => this.confirm() || this.sayWhyNot(this.whyNoMove()));
    prompt.undo.addEventListener("click", () => this.goBack() || this.sayWhyNot(t("Nothing to undo.")));
    void this.listenToMore(stage);
  }

  /** Drags and keys; a key that is pressed before the script for them is there counts then. */
  private async listenToMore(stage: HTMLElement): Promise<void> {
    const early: KeyboardEvent[] = [];
    const note = (event: KeyboardEvent): unknown => early.push(event);
    addEventListener("keydown", note);
    const { Drag, watchKeys } = await loadLazily();
    removeEventListener("keydown", note);
    new Drag(stage, {
      free: () => mayTouch(this.store.phase) && Boolean(viewOf(this.store.phase)?.turn.yours),
      near: () => this.display.board.camera.isNear,
      touches: () => this.touches,
      put: (id) => this.drag(id),
      clear: () => this.clear(),
      hover: (piece) => this.hover(piece),
      under: (event) => this.under(event),
      drop: (piece) => this.touchPiece(piece),
    });
    const { board, sheet, hints, numbers } = this.display;
    watchKeys(board, {
      touch: (piece) => this.touchByKey(piece),
      confirm: () => this.confirm(),
      putBack: () => this.bubble.dismiss() || this.clear() || hints.dismiss(),
      undo: () => this.goBack(),
      help: () => sheet.toggle("keys"),
      explain: (piece) => this.bubble.explain(piece),
      typeMove: () => sheet.openAt("keys", "#move-text"),
      hint: () => this.isInPast || void hints.ask(),
      turn: () => this.turn(1),
      step: (by) => numbers.step(by),
      zoom: () => board.camera.toggle(),
    });
    for (const event of early) event.target?.dispatchEvent(new KeyboardEvent(event.type, event));
  }

  private get touches(): Touches {
    return touchesOf(this.store.phase);
  }

  /** The past is on the board: nothing of the present is to be had by a key either. */
  private get isInPast(): boolean {
    return looksBack(this.store.phase);
  }

  // --- Pieces -------------------------------------------------------------------------------------------------------

  private clicked(event: Event): void {
    const target = event.target as Element;
    if (target.closest(".dock button, .dock a, .dock input, #cover, #hints")) return;
    const { board } = this.display;
    const { clientX, clientY } = event as PointerEvent;
    const piece = board.pick(event as PointerEvent, target);
    if (piece === SEVERAL) board.camera.approach(clientX, clientY);
    else if (piece) this.touchPiece(piece);
    else {
      this.bubble.explainTapped(target);
      if (target.closest("#board-part")) this.touchGround(isByFinger(event));
    }
  }

  /** Beside all pieces: a mouse puts back what is touched; where there is nothing, it says what could be touched. */
  private touchGround(byFinger: boolean): void {
    if (!mayTouch(this.store.phase) || (!byFinger && this.clear())) return;
    const view = viewOf(this.store.phase);
    if (view?.turn.yours) void this.refuse([GROUND]);
    else if (!view?.over) this.sayWhyNot("");
  }

  private touchPiece(piece: SVGGraphicsElement): void {
    const view = viewOf(this.store.phase);
    if (!view || !mayTouch(this.store.phase)) return;
    if (!view.turn.yours) {
      shake(piece);
      this.bubble.explainTapped(piece);
      return this.sayWhyNot("");
    }
    this.bubble.hide();
    this.piece = piece;
    const { board } = this.display;
    board.choose(piece);
    const tap = this.touch(idOf(piece));
    if (tap && board.onBoard().includes(piece)) board.camera.toggleAt(tap.x, tap.y);
  }

  /** By keyboard, a repeated touch confirms, for another key turns. Whether the next touch is due in another part of the table. */
  private touchByKey(piece: SVGGraphicsElement): boolean {
    if (isSameTouch(this.touches, idOf(piece)) && this.confirm()) return false;
    this.touchPiece(piece);
    if (stagedMove(this.touches) || !this.touches.touched.length) return false;
    const { board, hand } = this.display;
    const next = nextTouches(this.touches);
    const open = board.touchables().filter((other) => next.has(idOf(other)));
    return open.every((other) => hand.contains(other) !== hand.contains(piece));
  }

  /** Where a drag from the hand would end: the nearest place, however near another is, for it shows itself before. */
  private under(event: PointerEvent): SVGGraphicsElement | undefined {
    const target = document.elementFromPoint(event.clientX, event.clientY);
    const piece = target && this.display.board.pick(event, target);
    return piece === SEVERAL ? (target?.closest<SVGGraphicsElement>(TOUCHABLE) ?? undefined) : (piece ?? undefined);
  }

  private hover(target: EventTarget | null): void {
    const piece = target instanceof Element ? target.closest(TOUCHABLE) : null;
    this.display.hover(piece ? idOf(piece) : "", this.store.phase);
  }

  // --- Touches ------------------------------------------------------------------------------------------------------

  /** One touch, on a piece or on a button that stands for none; returns the second of two quick taps, which is none. */
  touch(id: string): Tap | undefined {
    const second = doubleTap();
    const outcome = touchOne(this.touches, id, isOn("confirm"), second?.byFinger);
    if (outcome.kind === "hasty") return second;
    if (outcome.kind === "refused") {
      if (!this.isPlayedAt(id) || !this.turnPlayed(1)) void this.refuse(outcome.path);
      return undefined;
    }
    this.take(outcome.touches);
    if (outcome.kind === "confirmed") this.confirm();
    return undefined;
  }

  /** Touch without ever confirming; false when it leads nowhere. */
  put(id: string): boolean {
    return this.take(put(this.touches, id));
  }

  /** A touch of a drag over the board: what is drawn there is laid as it is drawn. */
  private drag(id: string): boolean {
    const led = this.put(id);
    if (led && isPlayedByTouch(this.touches)) this.confirm();
    return led;
  }

  /** The next of several moves with the same touches: of the staged one or, when nothing is touched, of the one just played. */
  turn(step: number): boolean {
    return !this.isInPast && (this.take(turn(this.touches, step)) || this.turnPlayed(step));
  }

  /** Another takes the place of the move that was played unasked; false when it cannot be turned. */
  private turnPlayed(step: number): boolean {
    const turned = isSending(this.store.phase) ? undefined : turnLastMove(this.touches, step);
    if (!turned?.played) return false;
    this.take(turned);
    void this.commands.send("undo", { instead: turned.played.moves[turned.played.turned] });
    return true;
  }

  /** Whether the move played last happened here. */
  private isPlayedAt(id: string): boolean {
    const view = viewOf(this.store.phase);
    return view !== undefined && (lastMove(view)?.places.includes(id) ?? false);
  }

  /** Stage a move by its notation; false when it is not among the legal ones. */
  stage(move: string): boolean {
    return this.take(stageByName(this.touches, move));
  }

  /** Stage a move of a list. By keyboard the second press confirms it, as on a piece; a second click may be half of a double one. */
  choose(move: string): void {
    const isStaged = stagedMove(this.touches)?.move === move;
    if (isStaged && lastInput() === "key") this.confirm();
    else this.stage(move);
  }

  /** Put everything back; false when nothing was touched. */
  private clear(): boolean {
    return this.take(clear(this.touches));
  }

  private take(touches: Touches | undefined): boolean {
    if (!touches) return false;
    this.display.prompt.hush(); // it was said of other touches
    this.store.set(updateTouches(this.store.phase, touches));
    return true;
  }

  /** Send what lies ready; false when nothing is staged. */
  confirm(): boolean {
    const choice = readyMove(this.store.phase);
    if (choice) {
      this.take(markPlayed(this.touches));
      this.display.hints.done();
      void this.commands.send("moves", { move: choice.move });
    }
    return stagedMove(this.touches) !== undefined;
  }

  /** Local touches first; then the server's undo or, with others at the table, their consent. False: there is nothing to undo. */
  private goBack(): boolean {
    if (this.isInPast || this.clear()) return true;
    const may = Boolean(viewOf(this.store.phase)?.undo);
    if (may) void this.commands.undo();
    return may;
  }

  // --- Refusals -----------------------------------------------------------------------------------------------------

  private whyNoMove(): string {
    return this.touches.touched.length ? t("Your move isn’t complete yet.") : t("Choose a move first.");
  }

  /** A touch on what is of no use now: `reason`, and what is to be done instead; or whose turn it is. */
  private sayWhyNot(reason: string): void {
    const view = viewOf(this.store.phase);
    if (!view || !mayTouch(this.store.phase)) return;
    const { turn, over } = view;
    const text = turn.yours ? `${reason} ${this.display.prompt.question}`.trim() : (over?.headline ?? turn.headline);
    this.display.prompt.say({ text });
  }

  /** The touch leads nowhere: ask the server for the rule, in one sentence. */
  private async refuse(path: TouchPath): Promise<void> {
    const { prompt } = this.display;
    const piece = this.piece && idOf(this.piece) === path.at(-1) ? this.piece : undefined;
    if (piece) {
      shake(piece);
      this.bubble.explainTapped(piece); // at once: after the answer it would cover what is touched meanwhile
    }
    try {
      const why = (await this.whyNot(path)) ?? (await this.whyNot(path.slice(-1)));
      const message = why ?? { text: viewOf(this.store.phase)?.turn.prompt || t("There’s no move there.") };
      prompt.say({ ...message, text: `${message.text} ${piece && message.rule ? this.alternative() : ""}`.trim() });
    } catch (error) {
      prompt.say(explain(error));
    }
  }

  /** Whoever looks is the viewer, and at the present. */
  private get mayAsk(): boolean {
    const { phase } = this.store;
    return phase.name !== "connecting" && phase.name !== "past" && !phase.covered;
  }

  /** What a thing on the table is, as the viewer may know it. */
  protected about(name: string): Promise<About> {
    const seat = viewOf(this.store.phase)?.viewer.seat ?? null;
    const query = seat === null ? "" : `?seat=${seat}`;
    return get<About>(`${this.base}/about/${encodeURIComponent(name)}${query}`);
  }

  /** The nearest thing on the board that leads on instead of the one that was touched there, by its name. */
  private alternative(): string {
    const pieces = this.display.board.onBoard();
    const [touched, next] = [this.piece as SVGGraphicsElement, nextTouches(this.touches)];
    if (!pieces.includes(touched)) return "";
    const boxed = (piece: Element) => ({ id: idOf(piece), box: piece.getBoundingClientRect(), piece });
    const open = pieces.filter((each) => next.has(idOf(each))).map(boxed);
    const option = nearest(boxed(touched), open);
    return option ? t("Nearest option: {name}.", { name: shownLabel(option.piece).split(", ")[0] ?? "" }) : "";
  }

  /** The rule that forbids what these touches mean; undefined when they mean nothing. */
  protected async whyNot(path: TouchPath): Promise<Notice | undefined> {
    const seat = viewOf(this.store.phase)?.viewer.seat;
    const why = await post<Why>(`${this.base}/why`, { seat, path });
    return Object.hasOwn(why, "text") ? (why as IllegalMoveReason) : undefined;
  }
}
