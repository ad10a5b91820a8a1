// Draws the table page: a view, what has been touched, a moment of the past. Decides nothing.
import type { Choice, HintStep, LogLine, Presence, Turn, View } from "../net/types.ts";
import { Board } from "../stage/board.ts";
import type { Expected } from "../stage/expected.ts";
import { spotOn } from "../stage/flight.ts";
import { awardsOf, type Gain, gainers, lastMover, showGains } from "../stage/gains.ts";
import { GoalLine } from "../stage/goal.ts";
import { Highlights } from "../stage/highlights.ts";
import { Log } from "../stage/log.ts";
import { type Ends, glide, NO_ENDS, record, type Spots, skipMotion } from "../stage/motion.ts";
import { facesIn, namesIn, Seats } from "../stage/seats.ts";
import { Standings } from "../stage/standings.ts";
import { Story } from "../stage/story.ts";
import { isMove } from "../stage/turns.ts";
import { ValueLabels } from "../stage/value-labels.ts";
import { entitle } from "../ui/badge.ts";
import { find, loadStyle } from "../ui/dom.ts";
import { lastInput } from "../ui/input.ts";
import { allowsMotion, isOn } from "../ui/settings.ts";
import { t } from "../ui/translations.ts";
import type { Moment } from "./arrivals.ts";
import { foldAside, unfoldOnDemand } from "./aside.ts";
import type { TableActions, TableCard } from "./card.ts";
import { BUTTON, bestGain, buttonsIn, commonEnd, within } from "./choices.ts";
import { Cover } from "./cover.ts";
import { Finale } from "./finale.ts";
import { Hinting } from "./hinting.ts";
import type { Large } from "./large.ts";
import { loadLazily } from "./lazy-load.ts";
import { News } from "./news.ts";
import { NumberControl } from "./numbers.ts";
import { decisionOf, isSending, looksBack, type Phase, readyMove, touchesOf, viewOf } from "./phase.ts";
import type { Points } from "./points.ts";
import { Prompt } from "./prompt.ts";
import type { QuestionActions, Questions } from "./questions.ts";
import { Sheet } from "./sheet.ts";
import { Special } from "./special.ts";
import { sinceOwnMove } from "./steps.ts";
import {
  gainsToTouch,
  nextTouches,
  otherTouches,
  stagedMove,
  stepsOf,
  type Touches,
  touchesAfter,
  wouldStage,
} from "./touches.ts";
import { Turner } from "./turning.ts";

/** What the player does by the controls that are drawn here. */
export interface DisplayActions extends TableActions, QuestionActions {
  touch(id: string): void;
  put(id: string): void;
  stage(move: string): void;
  turn(step: number): boolean;
  confirm(): void;
  uncover(): void;
}

const MAX_NEXT_NAMES = 4; // more pieces are found with the arrow keys

export class Display {
  readonly stage = find("#stage");
  readonly hand = find("#hand-part");
  readonly board = new Board();
  readonly sheet = new Sheet(document.body.dataset.rules ?? "", () => this.fillSheet());
  readonly prompt = new Prompt((rule) => void this.sheet.openRule(rule));
  readonly numbers: NumberControl;
  readonly hints: Hinting;
  private readonly seats = new Seats(() => this.sheet.open("points"));
  /** What the sheet shows; undefined before it is opened. */
  private extra: { points: Points; card: TableCard } | undefined;
  private readonly standings = new Standings();
  private readonly goal = new GoalLine();
  private readonly special = new Special();
  private readonly finale: Finale;
  private panels: Promise<void> = Promise.resolve();
  private readonly cover: Cover;
  private readonly turner: Turner;
  private readonly log: Log;
  private readonly marks = new Highlights(find("#board-part"), (piece) => this.board.camera.reveal(piece));
  private readonly story = new Story(find("#board-part"), this.marks);
  private readonly news = new News();
  /** What a hint or the coach expects; it loads with the first. */
  private expected: Expected | undefined;
  private readonly labels = new ValueLabels(find("#board-part"));
  /** Where a title shows small what opens large. */
  private large: Promise<Large> | undefined;
  private questions: Promise<Questions> | undefined;
  private replay: string | null = null;
  private spectators = 0;
  private view: View | undefined;
  /** The id under the pointer or the focus. */
  private hovered = "";

  constructor(
    private readonly base: string,
    private readonly actions: DisplayActions,
  ) {
    this.numbers = new NumberControl((id) => actions.put(id));
    this.turner = new Turner(this.stage, (step) => actions.turn(step));
    this.hints = new Hinting(base, {
      stage: (move) => actions.stage(move),
      expect: (line) => void this.expect(line),
    });
    this.cover = new Cover(() => actions.uncover());
    this.finale = new Finale(this.seats, {
      showBoard: (svg) => this.board.drawBoard(svg),
      redraw: () => this.redrawScores(),
      panelsShown: () => this.panels,
    });
    this.log = new Log((at) => (this.replay ? `${this.replay}&at=${at}` : undefined), {
      light: (line) => this.marks.show(line),
      choose: (line) => this.showPlaces(line),
    });
    this.sheet.endAbove(find("#dock"));
    this.board.camera.onChange = () => {
      this.story.place();
      this.marks.place();
      this.expected?.place();
      this.labels.place();
    };
    // Kept for the part that loads later: who touches before it is there has touched, too.
    this.stage.addEventListener("click", (event) => void this.large?.then((large) => large.touched(event)));
    foldAside();
    void loadLazily().then(({ keepPanelHeight }) => keepPanelHeight());
    void loadStyle(document.body.dataset.later);
  }

  /** Draw what is expected on the board; of nothing: no more. */
  async expect(line: HintStep[]): Promise<void> {
    const { Expected } = await loadLazily();
    this.expected ??= new Expected(find("#board-part"));
    this.expected.show(line);
  }

  // --- A view -------------------------------------------------------------------------------------------------------

  /** A view is coming, after that which is shown. */
  meet(before: View | undefined, view: View): void {
    this.view = view;
    if (before && decisionOf(before) !== decisionOf(view) && hasMoveOfOthers(before, view)) this.board.camera.forget();
    if (!view.turn.yours) this.board.camera.leave();
    this.finale.meet(before, view);
  }

  /** While the hand is covered, the table as everybody may see it; at the end the winner's city. */
  drawParts(view: View, covered: boolean): void {
    const parts = (covered && view.covered) || view.parts;
    this.board.names = namesIn(view);
    this.board.faces = facesIn(view);
    this.board.draw({ ...parts, board: this.finale.boardOf(view, parts), aside: this.finale.asideOf(parts) });
    this.drawLarge(view);
  }

  /** `view` is missing while a moment of the past is shown. */
  private drawLarge(view?: View): void {
    if (!this.large && !this.stage.querySelector("svg [data-opens]")) return;
    this.large ??= loadLazily().then(({ Large }) => new Large(this.base, this.stage));
    void this.large.then((large) => large.update(view));
  }

  covers(view: View): boolean {
    return this.cover.covers(view);
  }

  /** Everything around the drawing; the touches are drawn already. */
  drawAround(before: View | undefined, view: View, covered: boolean): void {
    this.replay = view.links.replay;
    document.body.classList.toggle("watching", view.viewer.seat === null);
    this.drawScores(view, before !== undefined && allowsMotion() && !document.hidden);
    this.extra?.card.draw(view, this.spectators);
    this.hints.draw(view, covered);
    this.goal.draw(view);
    const fresh = this.log.draw(view.log);
    this.story.draw(view);
    this.board.fitBeside();
    this.standings.fit();
    this.marks.place();
    find("#again").hidden = covered || !sinceOwnMove(view).length;
    document.body.classList.toggle("over", view.over !== null);
    this.panels = this.showPanels();
    void this.askQuestions(view);
    if (!before || before.version === view.version) return;
    this.news.play(before, this.finale.visible(view), fresh);
    if (fresh.length) this.prompt.hush();
    if (before.viewer.seat !== null && view.viewer.seat === null && view.waiting)
      this.prompt.say({ text: [fresh.at(-1)?.line, t("You can watch or find another table.")].join(" ") });
  }

  private async showPanels(): Promise<void> {
    const { showEnd, showWaiting } = await loadLazily();
    if (!this.view) return;
    showEnd(this.view, () => this.actions.rematch());
    showWaiting(this.view);
  }

  /** What people at one table ask each other; against bots alone nothing is asked. */
  private async askQuestions(view: View): Promise<void> {
    if (
      !this.questions &&
      !view.seats.some(({ kind, yours, substituted }) => substituted || (kind === "human" && !yours))
    )
      return;
    this.questions ??= loadLazily().then(
      ({ Questions }) => new Questions(this.actions, (text) => this.prompt.say({ text })),
    );
    (await this.questions).draw(this.view ?? view);
  }

  /** All that tells scores, as far as they may be known; `held`: they wait until what was won has arrived. */
  private drawScores(view: View, held = false): void {
    const partialView = this.finale.visible(view);
    this.seats.draw(partialView, held);
    this.standings.draw(partialView);
    this.special.draw(view);
    this.extra?.points.draw(partialView);
  }

  private async fillSheet(): Promise<void> {
    const { Points, TableCard } = await loadLazily();
    this.extra ??= {
      points: new Points((rule) => void this.sheet.openRule(rule)),
      card: new TableCard(this.actions),
    };
    if (!this.view) return;
    this.extra.points.draw(this.finale.visible(this.view));
    this.extra.card.draw(this.view, this.spectators);
  }

  private redrawScores(): void {
    if (!this.view) return;
    this.drawScores(this.view);
    this.standings.fit();
    this.drawTitle(this.view);
  }

  /** The places of a line that was touched. */
  private showPlaces(line: LogLine): void {
    this.sheet.giveWay();
    this.marks.show(line);
    document.addEventListener("pointerdown", () => this.marks.show(undefined), { once: true });
  }

  /** Somebody has come or gone. */
  drawPresence(view: View, { spectators }: Presence): void {
    this.spectators = spectators;
    this.seats.draw(this.finale.visible(view));
    this.extra?.card.draw(view, spectators);
    this.view = view;
    void this.askQuestions(view);
  }

  /** Let the pieces move from where they were; what was won flies to the cards, and only then the scores count. */
  async animate(spots: Spots | undefined, before: View | undefined, view: View): Promise<void> {
    if (before && spots) {
      const gained = gainers(before, this.finale.visible(view));
      await glide(this.stage, spots, this.ends(gained, view), this.story.pop(before.version));
      showGains(gained, this.seats);
    }
    this.seats.settle();
    const ended = isNowOver(before, view);
    if (ended && this.sheet.isOpen) this.sheet.close(); // the end shows itself
    this.finale.show(view, ended);
  }

  /** Somebody has touched the page: everything is where it will be. */
  skip(): void {
    skipMotion();
    this.finale.skip();
  }

  /** A key ends the end's performance; false when there is none. */
  skipEnd(): boolean {
    return this.finale.skip();
  }

  /** New pieces come from the seat that moved; pieces that leave go to the one seat that gained. */
  private ends(gained: Gain[], view: View): Ends {
    const mover = lastMover(view.log);
    const card = (seat: number): DOMRect | undefined => this.seats.chip(seat)?.getBoundingClientRect();
    return {
      source: (piece) => {
        const from = this.hand.contains(piece) || mover === undefined ? undefined : card(mover);
        return from && spotOn(from);
      },
      target: () => (gained.length === 1 && gained[0] ? card(gained[0].seat) : undefined),
      awards: awardsOf(gained, view.log, this.stage),
      card,
    };
  }

  async drawMoment({ parts, line }: Moment): Promise<void> {
    const spots = record(this.stage);
    this.board.draw(parts);
    this.drawLarge();
    this.prompt.ask(line.line);
    this.news.watched(line);
    await glide(this.stage, spots, NO_ENDS);
  }

  // --- What has been touched ----------------------------------------------------------------------------------------

  drawTouches(phase: Phase): void {
    document.body.classList.toggle("past", looksBack(phase));
    const touches = touchesOf(phase);
    const staged = stagedMove(touches);
    // What was sent is staged until its view has come, which may be before the answer.
    const sending = isSending(phase) && !looksBack(phase) && staged !== undefined;
    this.board.mark({ next: nextTouches(touches), touched: touches.touched, instead: otherTouches(touches) });
    unfoldOnDemand();
    this.prompt.offer(choiceButtons(phase), touches.touched, (id) => this.actions.touch(id));
    this.prompt.countSteps(touches.touched.length, stepWords(touches, viewOf(phase)?.turn.steps ?? {}));
    this.numbers.draw(touches.choices, touches.touched);
    this.turner.draw(touches);
    this.hints.mark(staged?.move);
    this.prompt.setConfirm(readyMove(phase), sending, isByButton(touches));
    this.labels.draw(gainsToTouch(touches));
    this.drawUndo(phase);
    this.drawImagined(phase);
    this.drawPrompt(phase);
  }

  private drawUndo(phase: Phase): void {
    const view = viewOf(phase);
    const local = touchesOf(phase).touched.length > 0;
    const tier = view?.undo ?? null;
    const label = !local && tier === "ask" ? t("Takeback?") : t("Undo");
    const pending = view?.takeback !== null;
    this.prompt.setUndo(label, !isSending(phase) && (local || (tier !== null && !pending)));
  }

  /** What is to be done now, also as the title of the window. */
  private drawPrompt(phase: Phase): void {
    if (phase.name === "connecting" || phase.name === "past") return;
    const { turn, over } = phase.view;
    const staged = stagedMove(phase.touches);
    const question = askedAfter(phase.touches, turn) ?? (turn.prompt || turn.headline);
    const label = over || phase.covered || isByButton(phase.touches) ? undefined : staged?.label;
    const due = over ? afterwards(phase.view) : phase.covered ? "" : question;
    this.prompt.ask(label ?? due, staged && spokenOf(staged), label !== undefined);
    document.body.classList.toggle("your-turn", turn.yours && !over);
    this.drawTitle(phase.view);
  }

  /** The title of the window says no more than the table does. */
  private drawTitle({ turn, over, title }: View): void {
    const headline = over ? (this.finale.isWithheld ? t("Final scoring") : over.headline) : turn.headline;
    entitle(`${turn.yours && !over ? "● " : ""}${headline} – ${title.text}`);
  }

  /** The pointer or the focus is on this piece now. */
  hover(id: string, phase: Phase): void {
    if (id === this.hovered) return;
    this.hovered = id;
    this.drawImagined(phase);
  }

  /** What the staged move changes and brings, or a touch on the piece under the pointer or the keyboard's focus. */
  private drawImagined(phase: Phase): void {
    const touches = touchesOf(phase);
    const staged = stagedMove(touches);
    const imagined = wouldStage(touches, this.hovered);
    const lengthened = nextTouches(touches).has(this.hovered) ? imagined : undefined;
    const previewed = lengthened ?? staged ?? imagined;
    this.board.ghost(previewed?.ghost ?? "", previewed !== undefined && previewed === staged);
    this.prompt.effect(
      isLooking(phase) ? (previewed ? effectText(previewed, viewOf(phase)?.turn) : atBest(touches)) : "",
    );
    const text = imagined ? effectText(imagined, viewOf(phase)?.turn) : this.nextNames(touches);
    if (isLooking(phase)) this.board.describeFocused(this.hovered, text);
  }

  /** The names of the few pieces that can be touched after the one with the focus, as their marks show them. */
  private nextNames(touches: Touches): string {
    const ids = touchesAfter(touches, this.hovered);
    const names = ids.length > MAX_NEXT_NAMES ? [] : ids.map((id) => this.board.byId(id)?.ariaLabel);
    return names.length && names.every(Boolean) ? t("Next: {names}", { names: names.join(", ") }) : "";
  }
}

function hasMoveOfOthers({ version }: View, { log, viewer }: View): boolean {
  return log.some((line) => line.seq > version && isMove(line) && line.actor !== viewer.seat);
}

/** Whether the game has ended before the viewer's eyes. */
function isNowOver(before: View | undefined, view: View): boolean {
  return before !== undefined && !before.over && view.over !== null;
}

function afterwards({ viewer }: View): string {
  return viewer.seat === null ? t("The game is over.") : t("Play again?");
}

/** Whether the present lies there to be decided. */
function isLooking({ name }: Phase): boolean {
  return name === "choosing" || name === "staged" || name === "sending";
}

/** What is spoken of a staged move after its name. */
function spokenOf({ brings }: Choice): string {
  return [brings, lastInput() === "key" ? t("Press Enter to confirm.") : ""].join(" ").trim();
}

/** What a move brings, and how the turn goes on after it. */
function effectText({ brings, verb }: Choice, turn: Turn | undefined): string {
  return [brings, turn?.afterwards[verb] ?? ""].join(" ").trim();
}

/** What the best of the moves brings to which the touches so far may lead; where no gain can be shown, what is said of all. */
function atBest({ choices, touched }: Touches): string {
  const all = within(choices, touched);
  const open = all.filter(({ gain }) => gain);
  if (open.length < 2) return all.length > 1 ? commonEnd(all) : "";
  const gain = bestGain(open);
  return gain === undefined ? "" : t("At most {gain} right away.", { gain });
}

/** What is touched in each step of the shortest move, in a word or by its number; Confirm comes last while moves are confirmed. */
function stepWords(touches: Touches, words: Turn["steps"]): string[] {
  const steps = stepsOf(touches).map((id) => ofTouch(words, id) ?? "");
  return isOn("confirm") ? [...steps, t("confirm")] : steps;
}

/** What a title says of a touch, by its id or the part of it before the first hyphen. */
function ofTouch(sentences: Record<string, string>, id: string): string | undefined {
  return sentences[id] ?? sentences[id.split("-")[0] ?? ""];
}

/** Whether a button of the panel stages the move: then that button says which one it is. */
function isByButton({ touched }: Touches): boolean {
  return touched.at(-1)?.startsWith(BUTTON) ?? false;
}

/** The title's own question after the last touch; undefined before the first, and where it has none. */
function askedAfter({ touched }: Touches, { asks }: Turn): string | undefined {
  return ofTouch(asks, touched.at(-1) ?? "");
}

/** Buttons that go on from the touches, and those that would replace the last one. */
function choiceButtons(phase: Phase): { id: string; label: string }[] {
  const touches = touchesOf(phase);
  const { choices, touched } = touches;
  const instead = stagedMove(touches) || touched.length < 2 ? buttonsIn(choices, touched.slice(0, -1)) : [];
  return [...instead, ...(touched.length ? buttonsIn(choices, touched) : [])];
}
