// A lesson, taught at the table: the server shows the table at each step of a chapter, with one move to choose; here it is
// explained, lit and played, and what others do in between is shown.
import { explain, get } from "../net/api.ts";
import type { LessonChapter, Lesson as LessonData, LessonStep, View } from "../net/types.ts";
import { loadLazily } from "../table/lazy-load.ts";
import { finishSending, startSending, viewOf } from "../table/phase.ts";
import { announce } from "../ui/announce.ts";
import { find, setText } from "../ui/dom.ts";
import { pause } from "../ui/pause.ts";
import { t } from "../ui/translations.ts";
import type { Press } from "./card.ts";
import { drawCourse, listChapters } from "./course.ts";
import { PreparedTable, withPlayer } from "./prepared.ts";
import { loadProgress, saveStep } from "./progress.ts";

const LINES = 2; // of the log, there is room for
const READING = 1400; // ms for what one move did

export function startLesson(): void {
  void new Lesson(document.body.dataset.lesson ?? "").open();
}

class Lesson extends PreparedTable {
  private content: LessonData | undefined;
  private chapter = 0;
  private number = 0;
  /** Counts requests for a step: all but the latest are dropped. */
  private latest = 0;

  constructor(private readonly title: string) {
    super(`/api/lessons/${title}`);
    find("#lesson-skip").addEventListener("click", () => this.pause());
  }

  async open(): Promise<void> {
    try {
      [this.content] = await Promise.all([get<LessonData>(withPlayer(this.base)), this.loadCard()]);
      const first = this.content.chapters.findIndex((_, chapter) => !this.isDone(chapter));
      await this.goTo(Math.max(0, first), first < 0 ? 0 : (loadProgress(this.title)[first] ?? 0));
    } catch (error) {
      this.display.prompt.say(explain(error));
    }
  }

  private get chapters(): LessonChapter[] {
    return this.content?.chapters ?? [];
  }

  private get steps(): LessonStep[] {
    return this.chapters[this.chapter]?.steps ?? [];
  }

  private get step(): LessonStep | undefined {
    return this.steps[this.number];
  }

  private isDone(chapter: number): boolean {
    return (loadProgress(this.title)[chapter] ?? 0) >= (this.chapters[chapter]?.steps.length ?? 0);
  }

  // --- Steps --------------------------------------------------------------------------------------------------------

  /** Bring the table to a step and explain it; after the last one, the end of the chapter. */
  private async goTo(chapter: number, number: number): Promise<void> {
    const request = ++this.latest;
    const follows = chapter === this.chapter && number === this.number + 1;
    this.leaveStep();
    [this.chapter, this.number] = [chapter, number];
    saveStep(this.title, chapter, number, this.steps.length);
    this.drawCourse();
    const { step } = this;
    const at = step?.at ?? this.chapters[chapter]?.end ?? 0;
    const between = follows ? (step?.between ?? []) : [];
    for (const position of [...between, at]) {
      const address = `${this.base}/${chapter}/${position}`;
      const view = await get<View>(withPlayer(address));
      if (request !== this.latest) return;
      this.touching.address = address;
      const prompt = position === at ? step?.heading : t("Just watch for now.");
      await this.report(view, follows, between.length > 0, prompt);
      if (request !== this.latest) return;
      if (position === at) this.showStep(view);
    }
  }

  private leaveStep(): void {
    this.trying = false;
    this.spotlight.show([]);
    this.spotlight.await(new Set());
    this.card?.hide();
  }

  /** Show a position; where it follows the one before, with what others have done since, for as long as that takes to read. */
  private async report(view: View, follows: boolean, isOnTheWay: boolean, prompt?: string): Promise<void> {
    const before = viewOf(this.store.phase);
    const fresh = follows && before ? view.log.filter(({ seq }) => seq > before.version) : [];
    this.result = fresh.flatMap(({ places }) => places);
    await this.show(view, follows, prompt);
    const isReported = fresh.some(({ actor }) => actor !== "*" && actor !== view.viewer.seat); // own moves are seen
    if (!isOnTheWay || !isReported || view.over) return; // the end has no room for it beside its buttons
    const text = fresh
      .slice(-LINES)
      .map(({ line }) => line)
      .join(" ");
    this.display.prompt.say({ text });
    await pause(READING);
  }

  private drawCourse(): void {
    const { chapters, chapter, number, steps } = this;
    drawCourse(steps, number);
    setText(find("#course-heading"), t("Chapter {number} of {count}", { number: chapter + 1, count: chapters.length }));
    for (const list of ["#chapters", "#lesson-chapters"])
      listChapters(
        find(list),
        chapters,
        chapter,
        (each) => this.isDone(each),
        (each) => void this.jump(each, this.isDone(each) ? 0 : (loadProgress(this.title)[each] ?? 0)),
      );
  }

  private showStep(view: View): void {
    const { step, steps } = this;
    this.display.prompt.hush(); // what was said belongs to the step before
    this.store.set(finishSending(this.store.phase));
    this.touching.sentence = step?.text ?? "";
    find("#lesson-skip").hidden = !step;
    this.card?.count(Math.min(this.number + 1, steps.length), steps.length);
    if (!step) return this.endChapter();
    find("#lesson-chapters").hidden = true;
    this.spotlight.show(step.spotlight);
    const presses = step.move ? [] : [{ label: t("Next"), act: () => void this.next() }];
    const lit = step.move ? (this.spotlight.pieces[0] ?? []) : this.spotlight.pieces.flat();
    this.reveal(lit);
    this.showCard(step.heading, step.text, presses, step.move !== null);
    if (!step.move) return;
    this.unlock({ ...view, turn: { ...view.turn, prompt: step.heading } }); // the table's own would offer other moves
    void this.focusFirst();
    this.reveal([...this.spotlight.next, ...lit]);
    announce(step.text);
  }

  protected override expects(move: string): boolean {
    return move === this.step?.move;
  }

  /** Only the move of the lesson leads anywhere. */
  protected override async played(move: string): Promise<void> {
    const sending = startSending(this.store.phase);
    if (!this.expects(move) || !this.trying || !sending) return this.refuse(find("#dock"));
    this.store.set(sending);
    await this.next();
    this.store.set(finishSending(this.store.phase));
  }

  private async next(): Promise<void> {
    await this.jump(this.chapter, this.number + 1);
  }

  private async jump(chapter: number, number: number): Promise<void> {
    try {
      await this.goTo(chapter, number);
    } catch (error) {
      this.display.prompt.say(explain(error));
    }
  }

  // --- Between chapters ---------------------------------------------------------------------------------------------

  private pause(): void {
    if (!this.step) return;
    this.latest++; // a step that is on its way would take the place of the offer
    this.leaveStep();
    const { chapter, number } = this;
    this.offer(t("Play now, or read the rules? You can continue this tutorial any time."), [
      ...this.exits(),
      { label: t("Continue"), act: () => void this.jump(chapter, number) },
    ]);
  }

  private endChapter(): void {
    const { chapter } = this;
    const next = this.chapters[chapter + 1];
    if (!next) {
      const again = { label: t("Start over"), act: () => void this.jump(0, 0) };
      return this.offer(t("Well played! Ready for a full game against an easy bot?"), [...this.exits(), again]);
    }
    const on = { label: t("Next chapter"), act: () => void this.jump(chapter + 1, 0) };
    this.offer(t("Well done! Next: {chapter}.", { chapter: next.heading }), [on, ...this.exits().slice(0, 1)]);
  }

  private exits(): Press[] {
    return [
      { label: t("Play now"), act: () => void this.openTable() },
      { label: t("Rules"), act: document.body.dataset.rules ?? "" },
    ];
  }

  private offer(text: string, presses: Press[]): void {
    find("#lesson-chapters").hidden = false;
    this.showCard(this.content?.title.text ?? "", text, presses);
  }

  private async openTable(): Promise<void> {
    const say = (text: string): void => this.card?.say(text);
    try {
      const { openFirstTable } = await loadLazily();
      if (this.content) await openFirstTable(this.content, say);
    } catch (error) {
      say(explain(error).text);
    }
  }
}
