// The log: one line per event. While the game is played a line lights its places on the board; then it leads to the replay.
import type { JudgedEvent, LogLine, Verdict } from "../net/types.ts";
import { button, find, make, setText } from "../ui/dom.ts";
import { t } from "../ui/translations.ts";
import { colourOf } from "./highlights.ts";

/** So many lines before the first move are folded. */
const MANY = 5;

/** Called with the line under the pointer or with the focus (none: it has been left), and with the one chosen. */
export interface LineListener {
  light(line: LogLine | undefined): void;
  choose(line: LogLine): void;
}

export class Log {
  private readonly list = find<HTMLOListElement>("#log");
  private lines: LogLine[] = [];
  private linked = false;
  private marks = new Map<string, JudgedEvent>();
  /** What happened before the first move, and the button that shows it. */
  private setup = 0;
  private readonly unfold = button("", () => this.fold(this.isUnfolded), { class: "unfold", hidden: "" });

  /** `link` gives the address of the position after that many events of the game. */
  constructor(
    private readonly link: (at: number) => string | undefined,
    listener?: LineListener,
  ) {
    this.list.before(this.unfold);
    if (!listener) return;
    const light = (event: Event): void => listener.light(this.lineAt(event.target));
    this.list.addEventListener("pointerover", light);
    this.list.addEventListener("focusin", light);
    for (const left of ["pointerleave", "focusout"]) this.list.addEventListener(left, () => listener.light(undefined));
    this.list.addEventListener("click", (event) => {
      const line = this.lineAt(event.target);
      if (line) listener.choose(line);
    });
  }

  /** The line with places that an event is at. */
  private lineAt(target: EventTarget | null): LogLine | undefined {
    const row = target instanceof Element ? target.closest("li") : null;
    const line = row ? this.lines[[...this.list.children].indexOf(row)] : undefined;
    return line?.places.length ? line : undefined;
  }

  /** Show the lines; returns those that are new since the last time. */
  draw(lines: LogLine[]): LogLine[] {
    const unchanged = this.knownLines(lines);
    const atEnd = this.isAtEnd();
    this.keep(this.linked === this.hasLinks() ? unchanged : 0);
    let at = 0;
    lines.forEach((line, index) => {
      if (!isControl(line)) at++;
      if (index >= this.list.childElementCount) this.list.append(this.row(line, at));
    });
    this.lines = lines;
    this.foldSetup();
    this.linked = this.hasLinks();
    const fresh = lines.slice(unchanged);
    if (fresh.length && atEnd) this.scroller.scrollTop = this.scroller.scrollHeight;
    return fresh;
  }

  /** Many lines before the first move say what was dealt: they are folded into one. */
  private foldSetup(): void {
    const first = this.lines.findIndex((line) => line.actor !== "*" && !isControl(line));
    const before = first < 0 ? this.lines.length : first;
    if (before === this.setup) return;
    const wasOpen = this.setup > 0 && this.isUnfolded;
    this.setup = before;
    this.unfold.hidden = before < MANY;
    setText(this.unfold, t("Before the first move ({count})", { count: before }));
    this.fold(before >= MANY && !wasOpen);
  }

  private get isUnfolded(): boolean {
    return this.unfold.getAttribute("aria-expanded") !== "false";
  }

  private fold(folded: boolean): void {
    this.unfold.setAttribute("aria-expanded", String(!folded));
    for (const [index, row] of [...this.list.children].entries())
      (row as HTMLElement).hidden = folded && index < this.setup;
  }

  /** Show what a review says of each decision. */
  judge(verdicts: JudgedEvent[]): void {
    this.marks = new Map(verdicts.map((each) => [String(each.at), each]));
    for (const row of this.list.children) this.judgeRow(row as HTMLElement);
  }

  private judgeRow(row: HTMLElement): void {
    const verdict = this.marks.get(row.dataset.at ?? "");
    if (verdict) row.append(verdictPill(verdict.verdict, verdict.judged));
  }

  /** Lines become links when the game is over and can be replayed. */
  private hasLinks(): boolean {
    return this.link(0) !== undefined;
  }

  private keep(rows: number): void {
    while (this.list.childElementCount > rows) this.list.lastElementChild?.remove();
  }

  /** Show which line belongs to the position on the board. */
  mark(at: number): void {
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const row = this.list.querySelector<HTMLElement>(`[data-at="${at}"]`);
    row?.setAttribute("aria-current", "step");
    if (row?.hidden) this.fold(false);
    if (row) this.bringIntoSight(row);
  }

  /** Scrolls the list and nothing around it: on a phone the page must stay at the board. */
  private bringIntoSight(row: HTMLElement): void {
    const frame = this.scroller.getBoundingClientRect();
    const box = row.getBoundingClientRect();
    if (box.top < frame.top) this.scroller.scrollTop -= frame.top - box.top + box.height;
    if (box.bottom > frame.bottom) this.scroller.scrollTop += box.bottom - frame.bottom + box.height;
  }

  private get scroller(): Element {
    return this.list.parentElement ?? this.list;
  }

  private isAtEnd(): boolean {
    const { scrollTop, clientHeight, scrollHeight } = this.scroller;
    return scrollTop + clientHeight > scrollHeight - 60;
  }

  /** How many drawn lines still stand; an undo takes the last ones back. */
  private knownLines(lines: LogLine[]): number {
    const changed = this.lines.findIndex(
      (line, index) => lines[index]?.seq !== line.seq || lines[index]?.line !== line.line,
    );
    return changed < 0 ? this.lines.length : changed;
  }

  private row(line: LogLine, at: number): HTMLElement {
    const address = isControl(line) ? undefined : this.link(at);
    const text = address ? make("a", { href: address }, line.line) : lineElement(line);
    return make("li", { class: colourOf(line), "data-at": String(at) }, text);
  }
}

/** What a review says of a decision. */
export function verdictPill(verdict: Verdict, judged: string): HTMLElement {
  return make("span", { class: `verdict ${verdict}` }, judged);
}

/** Sitting down, taking back, resigning: in the log, but no event of the game. */
function isControl(line: LogLine): boolean {
  return line.text.startsWith("!");
}

/** A line that has places is a button, so that the keyboard can light them too. */
function lineElement(line: LogLine): HTMLElement {
  return line.places.length
    ? make("button", { type: "button", class: "placed" }, line.line)
    : make("span", {}, line.line);
}
