// A hint: the best moves of whoever is to move, with what each promises. Touching one stages it like any other choice.
import { explain, post, Refused, Unreachable } from "../net/api.ts";
import type { Hint, HintAnswer, HintStep, View } from "../net/types.ts";
import { stepMark } from "../stage/expected.ts";
import { announce } from "../ui/announce.ts";
import { closeOnBack } from "../ui/back.ts";
import { button, find, findAll, make } from "../ui/dom.ts";
import { pause } from "../ui/pause.ts";
import { t } from "../ui/translations.ts";
import { decisionOf } from "./phase.ts";

/** After so long (ms) the box says why it takes longer than usual. */
const USUAL = 3000;

export interface HintActions {
  stage(move: string): void;
  /** Draw what is expected on the board; of nothing: no more. */
  expect(line: HintStep[]): void;
}

export class Hints {
  private readonly box = find("#hints");
  private readonly list = find("#hint-list");
  private readonly why = find("#hint-why");
  private readonly line = find("#hint-line");
  private readonly seeking = find("#hint-seeking");
  private readonly meaning = find("#hint-meaning");
  private readonly verdict = find("#hint-verdict");
  private hints: Hint[] = [];
  private view: View | undefined;
  /** Why there can be no hint now; "" if there can. */
  private off = "";
  /** For which decision the box is open, "" where there is none to take; undefined: it is closed. */
  private open: string | undefined;
  private closed = (): void => undefined;
  private timer = 0;

  constructor(
    private readonly base: string,
    private readonly press: HTMLButtonElement,
    private readonly actions: HintActions,
  ) {
    for (const closing of ["#hint-close", "#hint-cancel"]) find(closing).addEventListener("click", () => this.close());
    const stay = new ResizeObserver(() => this.leaveHand());
    for (const part of ["#dock", "#hand-part"]) stay.observe(find(part));
  }

  /** A new view: what was found for another decision is of no use any more, nor why there was no hint before. */
  draw(view: View, off: string): void {
    this.view = view;
    if (this.open !== undefined && (this.isOutdated(view) || off !== this.off)) this.hide();
    this.off = off;
  }

  private isOutdated(view: View): boolean {
    return this.press.hidden === true || this.open !== decisionOf(view);
  }

  /** Show which of the moves is staged. For another one the box makes room: it may lie over what that brings. */
  mark(staged: string | undefined): void {
    if (this.open === undefined) return;
    if (staged && !this.hints.some(({ move }) => move === staged)) return this.hide();
    for (const item of this.list.querySelectorAll<HTMLElement>("[data-move]")) {
      item.setAttribute("aria-pressed", String(item.dataset.move === staged));
    }
    this.reason(this.hints.find(({ move }) => move === staged) ?? this.hints[0]);
  }

  async ask(): Promise<void> {
    const { view } = this;
    if (!view || this.press.hidden || this.open !== undefined) return;
    const key = decisionOf(view);
    this.open = key;
    this.closed = closeOnBack(() => this.close());
    if (this.off) return this.refuse(this.off);
    this.press.focus({ preventScroll: true });
    this.showSeeking();
    try {
      const answer = await seekHint(this.base, view, () => this.open === key);
      if (this.open === key) this.show(answer);
    } catch (error) {
      this.failed(error, key);
    }
  }

  /** A hint that comes too late is no failure: the table has moved on. */
  private failed(error: unknown, key: string): void {
    if (this.open !== key) return;
    if (error instanceof Refused && error.status === 409) this.hide();
    else this.refuse(explain(error).text);
  }

  /** The box says in one sentence why it holds no moves. */
  private refuse(sentence: string): void {
    this.clear();
    this.say(sentence);
    announce(sentence);
  }

  private say(sentence: string): void {
    this.verdict.hidden = !sentence;
    this.verdict.textContent = sentence;
  }

  /** Below a board the box ends above the hand. */
  private leaveHand(): void {
    const [foot] = findAll("#hand-part, .actions").filter((each) => each.offsetHeight);
    this.box.style.setProperty("--hand", `${innerHeight - (foot?.getBoundingClientRect().y ?? innerHeight)}px`);
  }

  /** The open box without anything in it. */
  private clear(): void {
    clearTimeout(this.timer);
    this.box.hidden = false;
    this.seeking.hidden = true;
    this.meaning.hidden = true;
    this.press.setAttribute("aria-expanded", "true");
    this.hints = [];
    this.list.replaceChildren();
    this.reason(undefined);
    this.say("");
  }

  private showSeeking(): void {
    this.clear();
    this.seeking.hidden = false;
    this.saySeeking(0);
    this.timer = window.setTimeout(() => this.saySeeking(1), USUAL);
  }

  /** The first of the sentences says that a hint is being worked out, the second that it takes longer than usual. */
  private saySeeking(which: number): void {
    for (const [index, sentence] of findAll("p", this.seeking).entries()) {
      sentence.hidden = index !== which;
      if (!sentence.hidden) announce(sentence.textContent ?? "");
    }
  }

  private show({ moves, verdict }: HintAnswer): void {
    if (!moves.length) return this.refuse(t("Couldn’t find a hint. Try again."));
    // Alone there is nobody to win against, and where all is decided the shares are the same: moves bring points.
    const inShares = this.view?.seats.length !== 1 && !verdict;
    this.clear();
    this.say(verdict);
    this.meaning.hidden = !inShares;
    this.hints = moves;
    this.list.replaceChildren(...moves.map((hint) => make("li", {}, this.row(hint, inShares))));
    this.reason(moves[0]);
    this.focusBest();
    announce([verdict, ...moves.map(inWords)].join(" ").trim());
  }

  /** Whoever has waited at the button goes on with the best move; who has gone elsewhere meanwhile stays there. */
  private focusBest(): void {
    if (document.activeElement === this.press) this.list.querySelector("button")?.focus({ preventScroll: true });
  }

  /** Close the box, if it is open; false if it was not. */
  dismiss(): boolean {
    if (this.open === undefined) return false;
    this.close();
    return true;
  }

  /** What speaks for one of the moves, the staged one or the best, and what may follow it. */
  private reason(hint: Hint | undefined): void {
    this.follow(hint?.line ?? []);
    this.why.hidden = !hint?.why;
    this.why.textContent = hint?.why ?? "";
  }

  /** In words what may come after the first step; on the board all of them, the move itself too where nothing is expected. */
  private follow(line: HintStep[]): void {
    this.line.hidden = line.length < 2;
    const rows = line.slice(1).map((step, index) => {
      const who = step.name || t("You");
      return make("li", { class: "told" }, stepMark(step, index + 2), make("span", {}, `${who}: ${step.label}`));
    });
    find("ol", this.line).replaceChildren(...rows);
    this.actions.expect(line);
  }

  private row({ move, label, promise, value }: Hint, inShares: boolean): HTMLElement {
    const row = button("", () => this.actions.stage(move), {
      class: "hint",
      "data-move": move,
      "aria-pressed": "false",
    });
    row.append(make("span", { class: "hint-label" }, label), make("b", {}, promise));
    if (inShares && promise) row.append(share(value));
    return row;
  }

  private close(): void {
    this.hide();
    this.press.focus({ preventScroll: true });
  }

  /** What was expected is on the board no more. */
  hide(): void {
    clearTimeout(this.timer);
    this.closed();
    this.open = undefined;
    this.actions.expect([]);
    this.box.hidden = true;
    this.press.setAttribute("aria-expanded", "false");
  }
}

/** Ask until there is an answer, while it `isWanted`: the server continues to search where one request has ended, so asking again
    costs it nothing. One that is too busy to listen is asked again a little later. */
export async function seekHint(base: string, view: View, isWanted: () => boolean): Promise<HintAnswer> {
  try {
    return await post<HintAnswer>(`${base}/hint`, { seat: view.viewer.seat, version: view.version });
  } catch (error) {
    if (!(error instanceof Unreachable) || !(error.isLate || error.notice)) throw error;
    if (error.notice) await pause(USUAL);
    if (!isWanted()) throw error;
    return seekHint(base, view, isWanted);
  }
}

function inWords({ label, promise, why }: Hint): string {
  return [promise ? `${label}: ${promise}.` : `${label}.`, why].join(" ").trim();
}

/** A bar as long as the share of the win. */
function share(value: number): HTMLElement {
  const part = make("i");
  part.style.width = `${Math.round(100 * value)}%`;
  return make("span", { class: "hint-share", "aria-hidden": "true" }, part);
}
