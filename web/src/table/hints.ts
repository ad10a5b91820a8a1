// A hint: the best moves of whoever is to move, with what each promises. Touching one stages it like any other choice.
import { explain, type Notice, post, Refused } from "../net/api.ts";
import type { Hints as Found, Hint, View } from "../net/types.ts";
import { announce } from "../ui/announce.ts";
import { closeOnBack } from "../ui/back.ts";
import { button, find, make } from "../ui/dom.ts";
import { decisionOf } from "./phase.ts";

export interface HintActions {
  stage(move: string): void;
  say(notice: Notice): void;
}

export class Hints {
  private readonly press = find<HTMLButtonElement>("#hint");
  private readonly box = find("#hints");
  private readonly list = find("#hint-list");
  private readonly why = find("#hint-why");
  private readonly seeking = find("#hint-seeking");
  private found: Hint[] = [];
  private view: View | undefined;
  /** For which decision the box is open. */
  private open = "";
  private closed = (): void => undefined;

  constructor(
    private readonly base: string,
    private readonly actions: HintActions,
  ) {
    this.press.addEventListener("click", () => (this.open ? this.close() : void this.ask()));
    find("#hint-close").addEventListener("click", () => this.close());
  }

  /** A new view: what was found for another decision is of no use any more. */
  draw(view: View, covered: boolean): void {
    this.view = view;
    this.press.hidden = !view.hints || view.over !== null;
    this.press.disabled = !view.turn.yours || covered || view.choices.length < 2;
    if (this.open && this.open !== decisionOf(view)) this.hide();
  }

  /** Show which of the moves is staged. */
  mark(staged: string | undefined): void {
    for (const each of this.list.querySelectorAll<HTMLElement>("[data-move]")) {
      each.setAttribute("aria-pressed", String(each.dataset.move === staged));
    }
    this.reason(this.found.find(({ move }) => move === staged) ?? this.found[0]);
    this.bringIntoSight();
  }

  /** On a phone the box lies under the board, and the dock over both. */
  private bringIntoSight(): void {
    if (this.box.hidden || getComputedStyle(this.box).position !== "static") return;
    this.box.style.scrollMarginBottom = `${find("#dock").offsetHeight + 8}px`;
    this.box.scrollIntoView({ block: "nearest" });
  }

  async ask(): Promise<void> {
    const { view } = this;
    if (!view || this.press.hidden || this.press.disabled || this.open) return;
    const key = decisionOf(view);
    this.open = key;
    this.closed = closeOnBack(() => this.close());
    this.showSeeking(true);
    try {
      const { moves } = await post<Found>(`${this.base}/hint`, {
        seat: view.viewer.seat,
        version: view.version,
      });
      if (this.open === key) this.show(moves);
    } catch (error) {
      this.failed(error, key);
    }
  }

  /** A hint that comes too late is no failure: the table has moved on. */
  private failed(error: unknown, key: string): void {
    if (this.open !== key) return;
    this.hide();
    if (!(error instanceof Refused && error.status === 409)) this.actions.say(explain(error));
  }

  private showSeeking(on: boolean): void {
    this.box.hidden = false;
    this.seeking.hidden = !on;
    this.press.setAttribute("aria-expanded", "true");
    if (!on) return;
    this.found = [];
    this.list.replaceChildren();
    this.reason(undefined);
    announce(this.seeking.textContent ?? "");
  }

  private show(moves: Hint[]): void {
    this.showSeeking(false);
    find("#hint-meaning").hidden = this.alone;
    this.found = moves;
    this.list.replaceChildren(...moves.map((hint) => make("li", {}, this.row(hint))));
    this.reason(moves[0]);
    this.bringIntoSight();
    announce(moves.map(({ label, promise, why }) => `${label}: ${promise}. ${why}`).join(" "));
  }

  /** What speaks for one of the moves: the staged one, or the best. */
  private reason(hint: Hint | undefined): void {
    this.why.hidden = !hint?.why;
    this.why.replaceChildren(...(hint?.why ? [make("b", {}, `${hint.label}:`), ` ${hint.why}`] : []));
  }

  private row({ move, label, promise, value }: Hint): HTMLElement {
    const row = button("", () => this.actions.stage(move), {
      class: "hint",
      "data-move": move,
      "aria-pressed": "false",
    });
    row.append(make("span", { class: "hint-label" }, label), make("b", {}, promise));
    if (!this.alone) row.append(share(value));
    return row;
  }

  /** Alone there is nobody to win against: moves promise points. */
  private get alone(): boolean {
    return this.view?.seats.length === 1;
  }

  private close(): void {
    this.hide();
    this.press.focus({ preventScroll: true });
  }

  private hide(): void {
    this.closed();
    this.open = "";
    this.box.hidden = true;
    this.press.setAttribute("aria-expanded", "false");
  }
}

/** A bar as long as the share of the win. */
function share(value: number): HTMLElement {
  const part = make("i");
  part.style.width = `${Math.round(100 * value)}%`;
  return make("span", { class: "hint-share", "aria-hidden": "true" }, part);
}
