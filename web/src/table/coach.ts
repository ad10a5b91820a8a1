// Coaches a player's first game of a title. One card, beside or above the board, names in the first turns the two best ideas and
// why; what is new on the table is explained there first, one thing at a time, with a ring around it. Nothing here takes the focus.
import { get } from "../net/api.ts";
import type { About, Coaching, Hint, Tooltip, View } from "../net/types.ts";
import { Spotlight } from "../stage/spotlight.ts";
import { announce } from "../ui/announce.ts";
import { button, find, findAll, labelParts, make, setText } from "../ui/dom.ts";
import { isOn } from "../ui/settings.ts";
import { local } from "../ui/storage.ts";
import { t } from "../ui/translations.ts";
import { type HintActions, seekHint } from "./hints.ts";
import { decisionOf, type Phase, touchesOf, viewOf } from "./phase.ts";
import { stagedMove } from "./touches.ts";

const TURNS = 3; // own turns for which there are ideas
const IDEAS = 2;

export interface CoachActions extends HintActions {
  openRule(rule: string): void;
}

export class Coach {
  private readonly heading = make("h2", { id: "coach-heading" });
  private readonly news = make("p", { class: "news" });
  private readonly ideaList = make("ol");
  private readonly status = make("p", { class: "status" });
  private readonly box = make("section", { class: "coach", "aria-labelledby": "coach-heading", hidden: "" });
  private readonly ring = new Spotlight(find(".map"), { look: "ring", wider: 5 });
  private ideas: Hint[] = [];
  /** There were ideas, and their end has not been said. */
  private hasCoached = false;
  /** For which decision the card is. */
  private decision = "";
  /** The pieces were there before the server had acknowledged the move. */
  private isEarly = false;
  /** The ideas were closed. */
  private isClosed = false;
  /** The turn in which something was explained last. */
  private explained = -1;
  /** Whether it is the account's first game of the title; undefined before the server has said so. */
  private isFirst: boolean | undefined;
  private view: View | undefined;

  constructor(
    private readonly base: string,
    private readonly actions: CoachActions,
  ) {
    const close = button("", () => this.close(), { class: "tool", "aria-label": t("Close") });
    close.append(find("#hint-close .glyph").cloneNode(true));
    this.box.append(make("div", { class: "row" }, this.heading, close), this.news, this.status, this.ideaList);
    find(".between").append(this.box);
    this.hideNews();
    const fitting = new ResizeObserver(() => this.fit());
    for (const part of [this.box, find(".between")]) fitting.observe(part);
    addEventListener("pointerdown", ({ target }) => this.box.contains(target as Node) || this.hideNews(), true);
    addEventListener(
      "keydown",
      (event) => event.key === "Escape" && this.hideNews() && event.stopImmediatePropagation(),
      true,
    );
  }

  /** The card stays through a turn of the viewer; ideas for another decision give way to the search for new ones. */
  follow(phase: Phase): void {
    const view = viewOf(phase);
    const isOwnTurn = view?.turn.yours === true && phase.name !== "past";
    if (phase.name === "over" || (isOwnTurn && !this.hasIdeas(view) && !this.isNews)) this.box.hidden = true;
    this.box.classList.toggle("resting", !isOwnTurn);
    const isOutdated = !view || decisionOf(view) !== this.decision;
    if (isOutdated) this.hideNews();
    if (isOutdated && isOwnTurn) this.wait(view);
    this.mark(isOutdated ? undefined : stagedMove(touchesOf(phase))?.move);
    if (this.isEarly && isDeciding(phase)) void this.draw(phase);
  }

  /** The pieces have arrived: coach what is to be decided now. */
  async draw(phase: Phase): Promise<void> {
    this.isEarly = phase.name === "sending";
    if (this.isFirst === false || !isDeciding(phase)) return;
    const { view } = phase;
    const decision = decisionOf(view);
    if (decision === this.decision) return;
    this.decision = decision;
    this.view = view;
    this.wait(view);
    this.follow(phase);
    try {
      const { first, kinds } = await get<Coaching>(`${this.base}/coaching?seat=${view.viewer.seat}`);
      this.isFirst = first;
      if (!first) this.box.remove();
      if (!first || this.decision !== decision) return;
      this.wait(view);
      if (countTurns(view) === TURNS && this.hasCoached) this.sayLast();
      else void this.explainNew(view, kinds);
      await this.seek(view);
    } catch {
      if (this.decision === decision) this.box.hidden = !this.isNews; // the next decision is coached again
    }
  }

  /** Words have the usual size, and every idea its reason, where it is whole and nothing that the title shows has to give way. */
  private fit(): void {
    this.box.classList.add("roomy");
    const parts = findAll(".between, #aside-part, .coach :is(.news, [data-move])");
    if (parts.some((part) => part.scrollHeight > part.clientHeight + 1)) this.box.classList.remove("roomy");
  }

  // --- Ideas --------------------------------------------------------------------------------------------------------

  private hasIdeas(view: View): boolean {
    return this.isFirst === true && !this.isClosed && countTurns(view) < TURNS && isOn("coaching");
  }

  /** Say that ideas are on their way, or why there are none. */
  private wait(view: View): void {
    this.ideas = [];
    this.ideaList.replaceChildren();
    if (!this.hasIdeas(view)) return;
    setText(this.status, view.choices.length > 1 ? t("Looking for good moves…") : t("There’s only one legal move."));
    this.box.hidden = false;
  }

  private async seek(view: View): Promise<void> {
    const { decision } = this;
    if (!this.hasIdeas(view) || view.choices.length < 2) return;
    const { moves } = await seekHint(this.base, view, () => this.decision === decision);
    if (this.decision !== decision || !this.hasIdeas(view)) return;
    const names = moves.map(({ label }) => label.split(", ")[0]);
    this.ideas = moves.filter((_, index) => names.indexOf(names[index]) === index).slice(0, IDEAS); // no two look alike
    this.hasCoached = true;
    setText(this.status, "");
    this.ideaList.replaceChildren(...this.ideas.map((idea) => make("li", {}, this.row(idea))));
    this.fit();
    announce([`${t("Good ideas")}:`, ...this.ideas.map(inWords)].join(" "));
  }

  private row({ move, label, why }: Hint): HTMLElement {
    const row = button("", () => this.actions.stage(move), { "data-move": move, "aria-pressed": "false" });
    const bulb = find("#hint .glyph").cloneNode(true);
    row.append(make("b", {}, bulb, ...labelParts(label.replace("/", "/\u200b"))), make("span", {}, firstSentence(why)));
    return row;
  }

  /** Show which of the ideas is staged. */
  private mark(staged: string | undefined): void {
    for (const row of findAll("[data-move]", this.ideaList)) {
      row.setAttribute("aria-pressed", String(row.dataset.move === staged));
    }
    this.fit();
  }

  /** What is new gives way to the ideas; who closes these wants none for the rest of the game. */
  private close(): void {
    if (this.hideNews()) return;
    this.isClosed = true;
    this.sayLast();
    find("#hint").focus({ preventScroll: true });
  }

  // --- What is new --------------------------------------------------------------------------------------------------

  private get isNews(): boolean {
    return !this.news.hidden;
  }

  /** Explain a thing on the card; false where nothing is known of it. */
  private async explain(name: string, view: View): Promise<boolean> {
    const address = `${this.base}/about/${encodeURIComponent(name)}?seat=${view.viewer.seat}`;
    const about = await get<About>(address).catch(() => undefined);
    if (!about || !("text" in about) || this.view !== view || !isOn("coaching")) return false;
    const { name: thing, text, now, rules } = about as Tooltip;
    const links = rules.slice(0, 1).map((rule) => this.ruleLink(rule));
    const first = firstSentence(text);
    const rest = make("span", {}, text.slice(first.length), " ", now); // left out where it would be cut
    this.tell(name, make("b", {}, `${thing}: `), first, rest, " ", ...links);
    return true;
  }

  /** There are no more ideas: point to where one can ask for some. */
  private sayLast(): void {
    this.hasCoached = false;
    this.ideas = [];
    this.ideaList.replaceChildren();
    setText(this.status, "");
    this.tell("hint", t("Now it’s all yours. If you’re stuck, press the light bulb."));
  }

  private tell(name: string, ...words: (Node | string)[]): void {
    setText(this.heading, t("Good to know"));
    this.news.replaceChildren(...words);
    this.news.hidden = this.box.hidden = false;
    this.fit();
    this.ring.show([[name]]);
    this.followRing();
    announce(this.news.textContent ?? "");
  }

  /** Its thing may move with the board, or be drawn anew. */
  private followRing(before = ""): void {
    const targets = JSON.stringify(this.ring.targets);
    if (targets !== before) this.ring.draw();
    if (this.isNews) requestAnimationFrame(() => this.followRing(targets));
  }

  private ruleLink({ rule, link: href }: Tooltip["rules"][number]): HTMLElement {
    const link = make("a", { href, class: "rule-link" }, t("Read the rule"));
    link.addEventListener("click", (event) => {
      event.preventDefault();
      this.actions.openRule(rule);
    });
    return link;
  }

  /** False if there is nothing to hide. */
  private hideNews(): boolean {
    setText(this.heading, t("Good ideas"));
    this.ring.show([]);
    if (!this.isNews) return false;
    this.news.hidden = true;
    this.fit();
    if (!this.view || !this.hasIdeas(this.view)) this.box.hidden = true;
    return true;
  }

  /** Explain one component in sight, at most one a turn, of a kind that was not on the board when the first game began, and
      that the tutorial's first chapter did not teach if it is in the hand. */
  private async explainNew(view: View, kinds: Record<string, string>): Promise<void> {
    const turn = countTurns(view);
    if (turn === this.explained) return;
    const key = `quartier.kinds.${view.title.name}`;
    const saved = local.load(key);
    const atFirst = Object.keys(kinds).flatMap((name) => (name.startsWith("hand-") ? [] : kinds[name]));
    const memory = new Set<unknown>(Array.isArray(saved) ? saved : atFirst);
    for (const element of findAll("#stage svg :is([data-about], [data-touch])")) {
      const kind = kinds[nameOf(element)];
      if (!kind || memory.has(kind) || !isInSight(element) || !(await this.explain(nameOf(element), view))) continue;
      this.explained = turn;
      memory.add(kind);
      break;
    }
    local.save(key, [...memory]);
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

/** The reason at a glance; a full stop after a digit belongs to the number. */
function firstSentence(text: string): string {
  return /^.*?\D\.(?!\S)/.exec(text)?.[0] ?? text;
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
