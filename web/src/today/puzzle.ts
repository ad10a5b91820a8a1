// The puzzle of a day: a position in which one move is better than all others. Any move can be tried; the server says what it is
// worth, and shows the table after the solution.

import type { Press } from "../lesson/card.ts";
import { PreparedTable, withPlayer } from "../lesson/prepared.ts";
import { explain, get } from "../net/api.ts";
import { ROOT } from "../net/root.ts";
import { saveSolution } from "../net/solutions.ts";
import type { Compared, PuzzleAnswer, Puzzle as PuzzleData, View } from "../net/types.ts";
import { finishSending, receiveView, startSending, viewOf } from "../table/phase.ts";
import { find, make, setText } from "../ui/dom.ts";
import { percent, t } from "../ui/translations.ts";
import { wordDays } from "./dates.ts";
import { tellStreak } from "./marks.ts";

export function startPuzzle(): void {
  const { puzzle = "", day = "", today = "" } = document.body.dataset;
  void new Puzzle(puzzle, day, today).open();
}

class Puzzle extends PreparedTable {
  private position: View | undefined;

  constructor(
    private readonly title: string,
    private readonly day: string,
    private readonly today: string,
  ) {
    super(`/api/puzzles/${title}/${day}`);
    find("#puzzle-show").addEventListener("click", () => void this.ask(""));
    wordDays();
    tellStreak(today);
  }

  async open(): Promise<void> {
    try {
      const [puzzle, view] = await Promise.all([
        get<PuzzleData>(this.base),
        get<View>(withPlayer(`${this.base}/table`)),
        this.loadCard(),
      ]);
      this.touching.sentence = puzzle.question;
      setText(find("#puzzle-question"), puzzle.question);
      this.position = view;
      this.touching.address = this.base;
      await this.show(view);
      this.again(view);
    } catch (error) {
      this.display.prompt.say(explain(error));
    }
  }

  protected override async played(move: string): Promise<void> {
    const sending = startSending(this.store.phase);
    if (!viewOf(this.store.phase)?.choices.length || !sending) return this.refuse(find("#dock"));
    this.store.set(sending);
    await this.ask(move);
    this.store.set(finishSending(this.store.phase));
  }

  /** What a move is worth; without one the solution. */
  private async ask(move: string): Promise<void> {
    try {
      const query = move && `&move=${encodeURIComponent(move)}`;
      const tried = await get<PuzzleAnswer>(withPlayer(`${this.base}/tries`) + query);
      this.trying = this.touching.asks = false;
      if (tried.view) await this.end(tried, tried.view);
      else this.missed(tried);
    } catch (error) {
      this.display.prompt.say(explain(error));
    }
  }

  private missed(tried: PuzzleAnswer): void {
    const { position } = this;
    if (!position) return;
    this.store.set(receiveView(this.store.phase, { ...position, choices: [] }, false));
    this.report(tried, tried.text, [
      { label: t("Try again"), act: () => this.again(position) },
      { label: t("Show solution"), act: () => void this.ask("") },
    ]);
  }

  private again(position: View): void {
    this.spotlight.show([]);
    this.touching.asks = true;
    const wasOpen = this.card?.isOpen;
    this.card?.hide();
    this.unlock(position);
    if (wasOpen) void this.focusFirst();
  }

  private async end(tried: PuzzleAnswer, view: View): Promise<void> {
    saveSolution(this.day, this.title, !tried.solved ? "shown" : this.day === this.today ? "today" : "later");
    tellStreak(this.today);
    find("#puzzle-show").hidden = true;
    this.card?.hide();
    this.touching.address = ""; // the position is another one now, and one of many
    await this.show(view);
    this.compare(tried.compared);
    this.report(tried, `${tried.text} ${tried.why}`.trim(), [
      { label: t("More puzzles"), act: `${ROOT}/today` },
      { label: t("View board"), act: () => this.look() },
    ]);
  }

  /** In the column; where that has no room for it, on the card. */
  private compare(moves: Compared[]): void {
    const list = find("#compared");
    if (!list.checkVisibility()) find("#lesson-text").after(list);
    list.replaceChildren(...moves.map(row));
  }

  /** The card goes, what was found stays in the column. */
  private look(): void {
    this.card?.hide();
    this.spotlight.show([]);
    find("#compared").focus();
  }

  private report(tried: PuzzleAnswer, text: string, presses: Press[]): void {
    this.spotlight.show(tried.place ? [[tried.place]] : []);
    this.reveal(this.spotlight.pieces.flat());
    this.showCard(tried.heading, text, presses);
  }
}

/** A move that was compared, with a bar as long as its share of the win. */
function row({ label, kind, share }: Compared): HTMLElement {
  const labels = { best: t("the solution"), greedy: t("the obvious move"), other: "" };
  const bar = make("i");
  bar.style.width = `${share}%`;
  return make(
    "li",
    { class: kind },
    make("span", { class: "hint-label" }, label, labels[kind] && make("em", {}, ` – ${labels[kind]}`)),
    make("b", {}, percent(share)),
    make("span", { class: "hint-share", "aria-hidden": "true" }, bar),
  );
}
