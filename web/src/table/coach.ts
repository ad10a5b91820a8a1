// Coaches a player's first game of a title: in the first turns a card names the two best ideas and why, and what is new on
// the table is explained at its place, one thing at a time. Nothing here takes the focus.
import { get, post } from "../net/api.ts";
import type { About, Coaching, Hint, HintAnswer, View } from "../net/types.ts";
import { announce } from "../ui/announce.ts";
import { button, find, findAll, make } from "../ui/dom.ts";
import { isOn } from "../ui/settings.ts";
import { local } from "../ui/storage.ts";
import { t } from "../ui/translations.ts";
import type { HintActions } from "./hints.ts";
import { decisionOf, type Phase, touchesOf } from "./phase.ts";
import { stagedMove } from "./touches.ts";
import { Unasked } from "./unasked.ts";

const TURNS = 3; // own turns for which there are ideas
const IDEAS = 2;

export interface CoachActions extends HintActions {
  openRule(rule: string): void;
  say(text: string): void;
  /** Coaching is off; an account remembers it, too. */
  turnedOff(): void;
}

/** The kinds of components that this browser knows of a title. */
interface KnownKinds {
  /** On the table from the start. */
  seen: string[];
  /** Explained, or to be touched from the start: the first prompt asks for it. */
  explained: string[];
}

export class Coach {
  private readonly list = make("ol");
  private readonly box = make("section", { class: "coach", "aria-labelledby": "coach-heading", hidden: "" });
  private readonly bubble: Unasked;
  private ideas: Hint[] = [];
  /** Whose line is on the board. */
  private expected: Hint | undefined;
  /** For which decision the ideas are. */
  private decision = "";
  /** The turn for which the card was closed. */
  private closed = -1;
  /** Whether it is the account's first game of the title; undefined before the server has said so. */
  private isFirst: boolean | undefined;
  private view: View | undefined;

  constructor(
    private readonly base: string,
    private readonly actions: CoachActions,
  ) {
    const close = button("", () => this.close(), { class: "tool", "aria-label": t("Close") });
    close.append(find("#hint-close .glyph").cloneNode(true));
    this.box.append(
      make(
        "div",
        { class: "row" },
        make("h2", { id: "coach-heading" }, t("Good ideas")),
        button(t("Turn off coaching"), () => this.turnOff(), { class: "quiet" }),
        close,
      ),
      this.list,
    );
    find(".between").append(this.box);
    this.bubble = new Unasked({
      about: (name) => get<About>(`${this.base}/about/${encodeURIComponent(name)}?seat=${this.view?.viewer.seat}`),
      openRule: (rule) => actions.openRule(rule),
    });
  }

  /** What was said of another decision is of no use any more; show which idea is staged. */
  follow(phase: Phase): void {
    const present = isDeciding(phase) ? decisionOf(phase.view) : "";
    const outdated = present === "" || present !== this.decision;
    if (outdated) this.bubble.hide();
    this.box.classList.toggle("resting", outdated);
    if (phase.name === "over") this.box.hidden = true;
    this.mark(outdated ? undefined : stagedMove(touchesOf(phase))?.move);
  }

  /** The pieces have arrived: coach what is to be decided now. */
  async draw(phase: Phase): Promise<void> {
    if (this.isFirst === false || !isDeciding(phase)) return;
    const { view } = phase;
    const decision = decisionOf(view);
    if (decision === this.decision) return;
    this.decision = decision;
    this.view = view;
    this.box.hidden = true;
    this.follow(phase);
    try {
      const { first, kinds } = await get<Coaching>(`${this.base}/coaching?seat=${view.viewer.seat}`);
      this.isFirst = first;
      if (!first || this.decision !== decision) return;
      void this.explainNew(view, kinds);
      if (this.hasIdeas(view)) await this.seek(view);
    } catch {
      // The game continues without; the next decision is coached again.
    }
  }

  // --- Ideas --------------------------------------------------------------------------------------------------------

  private hasIdeas(view: View): boolean {
    const turn = countTurns(view);
    return this.isFirst === true && turn < TURNS && turn !== this.closed && view.choices.length > 1;
  }

  private async seek(view: View): Promise<void> {
    const { decision } = this;
    const { seat } = view.viewer;
    const { moves } = await post<HintAnswer>(`${this.base}/hint`, { seat, version: view.version });
    if (this.decision !== decision || !this.hasIdeas(view) || !isOn("coaching")) return;
    this.ideas = moves.slice(0, IDEAS);
    this.list.replaceChildren(...this.ideas.map((idea) => make("li", {}, this.row(idea))));
    this.box.hidden = false;
    announce([`${t("Good ideas")}:`, ...this.ideas.map(inWords)].join(" "));
  }

  private row({ move, label, why }: Hint): HTMLElement {
    const row = button("", () => this.actions.stage(move), { "data-move": move, "aria-pressed": "false" });
    row.append(make("b", {}, label), make("span", {}, why));
    return row;
  }

  /** Show which of the ideas is staged, and what may follow it. */
  private mark(staged: string | undefined): void {
    for (const row of findAll("[data-move]", this.list)) {
      row.setAttribute("aria-pressed", String(row.dataset.move === staged));
    }
    const idea = this.ideas.find(({ move }) => move === staged);
    if (idea === this.expected) return;
    this.expected = idea;
    this.actions.expect(idea?.line ?? []);
  }

  /** For this turn. */
  private close(): void {
    this.closed = this.view ? countTurns(this.view) : -1;
    this.box.hidden = true;
    find("#hint").focus({ preventScroll: true });
  }

  private turnOff(): void {
    const box = find<HTMLInputElement>("[data-switch=coaching]");
    if (isOn("coaching")) box.click();
    this.actions.turnedOff();
    this.bubble.hide();
    this.close();
    this.actions.say(t("Coaching is off. You can turn it on again in the settings."));
  }

  // --- What is new --------------------------------------------------------------------------------------------------

  /** Explain one component, where there is room for it, of a kind that was not there when the first game began, or could not be touched then. */
  private async explainNew(view: View, kinds: Record<string, string>): Promise<void> {
    const { title } = view;
    const components = findAll("#stage svg :is([data-about], [data-touch])")
      .map((element) => ({ element, kind: kinds[nameOf(element)] ?? "", touchable: element.matches(".can-touch") }))
      .filter(({ kind }) => kind);
    const memory = loadKinds(title.name) ?? {
      seen: components.map(({ kind }) => kind),
      explained: components.filter(({ touchable }) => touchable).map(({ kind }) => kind),
    };
    const isNew = (kind: string): boolean => !memory.seen.includes(kind);
    const due = components.filter(
      ({ element, kind, touchable }) =>
        !memory.explained.includes(kind) && (isNew(kind) || touchable) && isInSight(element),
    );
    saveKinds(title.name, memory);
    const firsts = [...due.filter(({ kind }) => isNew(kind)), ...due].filter(
      ({ kind }, index, all) => all.findIndex((other) => other.kind === kind) === index,
    );
    for (const { element, kind } of firsts) {
      if (this.view !== view || !(await this.bubble.explain(element, nameOf(element)))) continue;
      memory.explained.push(kind);
      return saveKinds(title.name, memory);
    }
  }
}

function isDeciding(phase: Phase): phase is Phase & { name: "choosing" | "staged" } {
  return phase.name === "choosing" || phase.name === "staged";
}

/** How many turns of the viewer are over. A turn is a run of moves that no other seat and no chance has broken off. */
function countTurns({ log, viewer, turn }: View): number {
  const actors = log.filter(({ text }) => !text.startsWith("!")).map(({ actor }) => actor);
  const starts = actors.filter((actor, index) => actor === viewer.seat && actors[index - 1] !== actor).length;
  return turn.yours && actors.at(-1) === viewer.seat ? starts - 1 : starts;
}

function inWords({ label, why }: Hint): string {
  return `${label}: ${why}`;
}

function nameOf({ dataset: { about, touch } }: HTMLElement): string {
  return about ?? touch ?? "";
}

function isInSight(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}

function loadKinds(title: string): KnownKinds | undefined {
  return local.load(`quartier.kinds.${title}`) as KnownKinds | undefined;
}

function saveKinds(title: string, memory: KnownKinds): void {
  const { seen, explained } = memory;
  const distinct = { seen: [...new Set(seen)], explained: [...new Set(explained)] };
  local.save(`quartier.kinds.${title}`, distinct);
}
