// A first game, taught at the table: the server shows the table at each step, with one move to choose; here it is told, lit,
// played and gone on from. Board, touches and drawing are those of every table.
import { explain, get, type Notice } from "../net/api.ts";
import type { LessonStep, Lesson as Told, View } from "../net/types.ts";
import { shake } from "../stage/effects.ts";
import { record } from "../stage/motion.ts";
import { Spotlight } from "../stage/spotlight.ts";
import { Display, type DisplayActions } from "../table/display.ts";
import { focusPiece } from "../table/keys.ts";
import { answered, arrived, type Phase, sent, touchesOf, viewOf } from "../table/phase.ts";
import { Store } from "../table/store.ts";
import { nextTouches, stagedMove } from "../table/touches.ts";
import { type Orders, Touching } from "../table/touching.ts";
import { MoveField } from "../table/typing.ts";
import { find } from "../ui/dom.ts";
import { t } from "../ui/words.ts";
import { Card } from "./card.ts";
import { drawCourse } from "./course.ts";
import { keepStep, stepKept } from "./kept.ts";
import { openTable } from "./opening.ts";

export function startLesson(): void {
  void new Lesson(document.body.dataset.lesson ?? "").open();
}

/** Every other touch than that of the lesson is answered by its sentence. */
class Guided extends Touching {
  sentence = "";

  protected override async whyNot(): Promise<Notice> {
    return { text: this.sentence };
  }
}

class Lesson {
  private readonly base: string;
  private readonly map = find(".map");
  private readonly store = new Store((phase) => this.drawTouches(phase));
  private readonly display: Display;
  private readonly touching: Guided;
  private readonly spotlight = new Spotlight(this.map);
  private readonly card = new Card();
  private told: Told | undefined;
  private number = 0;
  /** The learner plays the move now; before, the table is locked. */
  private trying = false;

  constructor(private readonly title: string) {
    this.base = `/api/lessons/${title}`;
    find("#tab-table").remove(); // nothing is agreed on at this table
    this.display = new Display(this.base, this.actions());
    const orders: Orders = {
      send: async (verb, { move }) => {
        if (verb === "moves") await this.played(String(move));
      },
      undo: async () => undefined,
    };
    this.touching = new Guided(this.base, this.store, this.display, orders);
    this.listen(orders);
  }

  /** What the drawn controls do; what needs company does nothing here. */
  private actions(): DisplayActions {
    const nothing = (): void => undefined;
    return {
      touch: (id) => this.touching.touch(id),
      put: (id) => void this.touching.put(id),
      stage: (move) => void this.touching.stage(move),
      turn: (step) => this.touching.turn(step),
      confirm: () => void this.touching.confirm(),
      uncover: nothing,
      answer: nothing,
      resign: nothing,
      takeBack: nothing,
      restart: nothing,
      rematch: nothing,
      replace: nothing,
      comeBack: nothing,
    };
  }

  private listen(orders: Orders): void {
    addEventListener("pointerdown", () => this.display.skip());
    this.lockSmallBoards();
    this.touching.listen();
    new MoveField(this.store, this.touching, orders, this.display.prompt);
    find("#lesson-skip").addEventListener("click", () => this.skip());
    find("#course").addEventListener("click", (event) => this.openRule(event));
    const { camera } = this.display.board;
    const moved = camera.onChange;
    camera.onChange = () => {
      moved();
      this.place();
    };
    const observer = new ResizeObserver(() => this.place());
    for (const part of [this.map, find("#dock"), find("#hand-part"), find("#aside-part")]) observer.observe(part);
    addEventListener("resize", () => this.place());
  }

  /** The rule opens beside the table; the lesson goes on there. */
  private openRule(event: Event): void {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>("a[data-rule]") : null;
    if (!link) return;
    event.preventDefault();
    void this.display.sheet.openRule(link.dataset.rule ?? "");
  }

  /** Another's board is not opened during a lesson: what is told lies on the table. */
  private lockSmallBoards(): void {
    const refuse = (event: Event): void => {
      const small = event.target instanceof Element ? event.target.closest("svg [data-opens]") : null;
      if (!small) return;
      event.stopPropagation();
      this.refuse(small);
    };
    this.display.stage.addEventListener("click", refuse, true);
  }

  async open(): Promise<void> {
    try {
      this.told = await get<Told>(this.base);
      await this.goTo(stepKept(this.title, this.told.steps.length));
    } catch (error) {
      this.display.prompt.say(explain(error));
    }
  }

  private get step(): LessonStep | undefined {
    return this.told?.steps[this.number];
  }

  // --- Steps --------------------------------------------------------------------------------------------------------

  /** Bring the table to a step and tell it; after the last one, the end. */
  private async goTo(number: number): Promise<void> {
    const view = await get<View>(`${this.base}/${number}`);
    this.trying = false;
    this.spotlight.show([]);
    this.card.hide();
    this.number = number;
    keepStep(this.title, number);
    this.touching.sentence = this.step?.text ?? "";
    drawCourse(this.told?.steps ?? [], number);
    find("#lesson-skip").hidden = !this.step;
    await this.show(view);
    this.tell(view);
  }

  private async show(view: View): Promise<void> {
    const { display } = this;
    const before = viewOf(this.store.phase);
    const spots = before ? record(display.stage) : undefined;
    display.drawParts(view, false);
    this.store.set(arrived(this.store.phase, { ...view, choices: [] }, false));
    display.drawAround(before, view, false);
    await display.animate(spots, before, view);
  }

  private tell(view: View): void {
    const { step, told } = this;
    if (!told) return;
    this.card.count(Math.min(this.number + 1, told.steps.length), told.steps.length);
    if (!step) return this.end(t("Well played! Now a whole game, against a gentle bot?"));
    this.spotlight.show(step.spotlight);
    this.reveal(this.spotlight.first);
    const on = step.tries
      ? { label: t("Now try it"), act: () => this.try(view) }
      : { label: t("Next"), act: () => this.next() };
    this.card.show(step.heading, step.text, [on, { label: t("Skip"), act: () => this.skip() }]);
    this.place();
  }

  /** Where only a part of the board or of the column is shown, it comes into sight. */
  private reveal(piece: Element | undefined): void {
    if (piece && this.map.contains(piece)) this.display.board.camera.reveal(piece);
    else piece?.scrollIntoView({ block: "nearest" });
  }

  /** The learner's turn: only the move of the lesson leads anywhere. */
  private try(view: View): void {
    this.trying = true;
    this.card.hide();
    this.store.set(arrived(this.store.phase, view, false));
    const { board } = this.display;
    const first = board.touchables().find((each) => each.classList.contains("can-touch"));
    if (first) focusPiece(board, first);
    else find("#choice-buttons button, #numbers input, #confirm").focus();
  }

  private async played(move: string): Promise<void> {
    const due = viewOf(this.store.phase)?.choices.some((choice) => choice.move === move);
    const sending = sent(this.store.phase);
    if (!due || !this.trying || !sending) return this.refuse(find("#dock"));
    this.store.set(sending);
    await this.next();
    this.store.set(answered(this.store.phase));
  }

  private async next(): Promise<void> {
    try {
      await this.goTo(this.number + 1);
    } catch (error) {
      this.display.prompt.say(explain(error));
    }
  }

  private refuse(where: Element): void {
    shake(where);
    if (this.card.isOpen) this.card.refuse();
    this.display.prompt.say({ text: this.touching.sentence });
  }

  // --- The end ------------------------------------------------------------------------------------------------------

  private skip(): void {
    if (this.step) this.end(t("Play at once, or read the rules? You can go on here whenever you like."));
  }

  private end(text: string): void {
    const { told, title } = this;
    if (!told) return;
    this.spotlight.show([]);
    const back = this.step
      ? { label: t("Go on"), act: () => void this.goTo(this.number) }
      : { label: t("Once more"), act: () => void this.goTo(0) };
    this.card.show(told.title.text, text, [
      { label: t("Play now"), act: () => void this.openTable(told) },
      { label: t("Rules"), act: document.body.dataset.rules ?? `/rules/${title}` },
      back,
    ]);
    this.place();
  }

  private async openTable(told: Told): Promise<void> {
    try {
      await openTable(told);
    } catch (error) {
      this.card.say(explain(error).text);
    }
  }

  // --- Drawing ------------------------------------------------------------------------------------------------------

  private drawTouches(phase: Phase): void {
    this.display.drawTouches(phase);
    const touches = touchesOf(phase);
    const due = stagedMove(touches) ? new Set(["confirm"]) : nextTouches(touches);
    this.spotlight.await(this.trying ? due : new Set());
  }

  /** Light and card lie where the drawing is now. On a desk the card stays on the map. */
  private place(): void {
    this.spotlight.draw();
    const map = this.map.getBoundingClientRect();
    const upright = map.width > innerWidth - 2;
    this.card.place(this.spotlight.lights, upright ? new DOMRect(0, 0, innerWidth, innerHeight) : map);
  }
}
