// The log: one line per event, each a link to that moment in the replay.
import type { LogLine } from "../net/types.ts";
import { find, make } from "../ui/dom.ts";

export class Log {
  private readonly list = find<HTMLOListElement>("#log");
  private drawn: LogLine[] = [];
  private linked = false;

  /** `link` gives the address of the position after that many events of the game. */
  constructor(private readonly link: (at: number) => string | undefined) {}

  /** Show the lines; returns those that are new since the last time. */
  draw(lines: LogLine[]): LogLine[] {
    const known = this.knownLines(lines);
    const atEnd = this.isAtEnd();
    this.keep(this.linked === this.hasLinks() ? known : 0);
    let at = 0;
    lines.forEach((line, index) => {
      if (!isControl(line)) at++;
      if (index >= this.list.childElementCount) this.list.append(this.row(line, at));
    });
    this.drawn = lines;
    this.linked = this.hasLinks();
    const fresh = lines.slice(known);
    if (fresh.length && atEnd) this.scroller.scrollTop = this.scroller.scrollHeight;
    return fresh;
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
    const changed = this.drawn.findIndex(
      (line, index) => lines[index]?.seq !== line.seq || lines[index]?.line !== line.line,
    );
    return changed < 0 ? this.drawn.length : changed;
  }

  private row(line: LogLine, at: number): HTMLElement {
    const address = isControl(line) ? undefined : this.link(at);
    const text = address ? make("a", { href: address }, line.line) : make("span", {}, line.line);
    return make("li", { class: colourOf(line), "data-at": String(at) }, text);
  }
}

/** Sitting down, taking back, resigning: in the log, but no event of the game. */
function isControl(line: LogLine): boolean {
  return line.text.startsWith("!");
}

function colourOf(line: LogLine): string {
  return line.look === null ? "chance" : `seat-${line.look}`;
}
