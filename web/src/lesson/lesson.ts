// A first game, taught at the table: the server shows the table at each step, with one move to choose; here it is told, lit,
// played and gone on from.
import { explain, get } from "../net/api.ts";
import type { LessonStep, Lesson as Told, View } from "../net/types.ts";
import { finishSending, startSending, viewOf } from "../table/phase.ts";
import { find } from "../ui/dom.ts";
import { t } from "../ui/translations.ts";
import { drawCourse } from "./course.ts";
import { openTable } from "./opening.ts";
import { PreparedTable } from "./prepared.ts";
import { loadStep, saveStep } from "./progress.ts";

export function startLesson(): void {
  void new Lesson(document.body.dataset.lesson ?? "").open();
}

class Lesson extends PreparedTable {
  private content: Told | undefined;
  private number = 0;

  constructor(private readonly title: string) {
    super(`/api/lessons/${title}`);
    find("#lesson-skip").addEventListener("click", () => this.skip());
    find("#course").addEventListener("click", (event) => this.openRule(event));
  }

  /** The rule opens beside the table; the lesson goes on there. */
  private openRule(event: Event): void {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>("a[data-rule]") : null;
    if (!link) return;
    event.preventDefault();
    void this.display.sheet.openRule(link.dataset.rule ?? "");
  }

  async open(): Promise<void> {
    try {
      this.content = await get<Told>(this.base);
      await this.goTo(loadStep(this.title, this.content.steps.length));
    } catch (error) {
      this.display.prompt.say(explain(error));
    }
  }

  private get step(): LessonStep | undefined {
    return this.content?.steps[this.number];
  }

  // --- Steps --------------------------------------------------------------------------------------------------------

  /** Bring the table to a step and tell it; after the last one, the end. */
  private async goTo(number: number): Promise<void> {
    const view = await get<View>(`${this.base}/${number}`);
    this.trying = false;
    this.spotlight.show([]);
    this.card.hide();
    this.number = number;
    saveStep(this.title, number);
    this.touching.sentence = this.step?.text ?? "";
    this.touching.address = `${this.base}/${number}`;
    drawCourse(this.content?.steps ?? [], number);
    find("#lesson-skip").hidden = !this.step;
    await this.show(view);
    this.showStep(view);
  }

  private showStep(view: View): void {
    const { step, content: told } = this;
    if (!told) return;
    this.card.count(Math.min(this.number + 1, told.steps.length), told.steps.length);
    if (!step) return this.end(t("Well played! Ready for a full game against an easy bot?"));
    this.spotlight.show(step.spotlight);
    this.reveal(this.spotlight.first);
    const on = step.tries
      ? { label: t("Try it"), act: () => this.unlock(view) }
      : { label: t("Next"), act: () => this.next() };
    this.showCard(step.heading, step.text, [on, { label: t("Skip"), act: () => this.skip() }]);
  }

  /** Only the move of the lesson leads anywhere. */
  protected override async played(move: string): Promise<void> {
    const due = viewOf(this.store.phase)?.choices.some((choice) => choice.move === move);
    const sending = startSending(this.store.phase);
    if (!due || !this.trying || !sending) return this.refuse(find("#dock"));
    this.store.set(sending);
    await this.next();
    this.store.set(finishSending(this.store.phase));
  }

  private async next(): Promise<void> {
    try {
      await this.goTo(this.number + 1);
    } catch (error) {
      this.display.prompt.say(explain(error));
    }
  }

  // --- The end ------------------------------------------------------------------------------------------------------

  private skip(): void {
    if (this.step) this.end(t("Play now, or read the rules? You can continue this tutorial any time."));
  }

  private end(text: string): void {
    const { content: told, title } = this;
    if (!told) return;
    this.spotlight.show([]);
    const back = this.step
      ? { label: t("Continue"), act: () => void this.goTo(this.number) }
      : { label: t("Start over"), act: () => void this.goTo(0) };
    this.showCard(told.title.text, text, [
      { label: t("Play now"), act: () => void this.openTable(told) },
      { label: t("Rules"), act: document.body.dataset.rules ?? `/rules/${title}` },
      back,
    ]);
  }

  private async openTable(content: Told): Promise<void> {
    try {
      await openTable(content);
    } catch (error) {
      this.card.say(explain(error).text);
    }
  }
}
