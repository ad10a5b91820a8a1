// The part of the table tab that looks ahead: a seat that waits plans its answers, and spectators see what the bots think.
import { explain, get, post } from "../net/api.ts";
import type { Evaluation, Parts, Plan, PlannedPosition, PlannedStep, View } from "../net/types.ts";
import { announce } from "../ui/announce.ts";
import { button, find, make } from "../ui/dom.ts";
import { ngettext, t } from "../ui/translations.ts";
import { section } from "./invitations.ts";

/** Moves that are listed at once; the others are found by typing. */
const LISTED = 30;

export class Ahead {
  private readonly place = find("#ahead");
  private view: View | undefined;
  /** Of what is shown: another version, or another seat, begins anew. */
  private key = "";
  private plan: Plan | undefined;
  /** Where the line leads that is being made; undefined: none is. */
  private position: PlannedPosition | undefined;
  private evaluation: Evaluation | undefined;
  private evaluates = false;
  private problem = "";
  /** A move was chosen, and where it leads isn't known yet. */
  private chosen = false;

  /** `show` puts another position on the board. */
  constructor(private readonly show: (parts: Parts) => void) {
    // What is only planned must not be taken for the present: it leaves the board with the plan.
    const closing = new MutationObserver(() => {
      if (this.view && this.position && !this.place.checkVisibility()) this.leave(this.view);
    });
    for (const part of ["#sheet", "#panel-table"])
      closing.observe(find(part), { attributes: true, attributeFilter: ["hidden"] });
  }

  draw(view: View): void {
    this.view = view;
    const key = JSON.stringify([view.version, view.viewer.seat, mayPlan(view), view.evaluated]);
    if (key === this.key) return;
    this.key = key;
    // The new view has put the present position on the board already.
    this.position = this.plan = undefined;
    this.problem = "";
    this.redraw();
    if (mayPlan(view)) void this.attempt(() => this.loadPlan(view));
    if (view.evaluated && this.evaluates) void this.attempt(() => this.evaluate(view));
  }

  private get base(): string {
    return `/api/tables/${this.view?.id}`;
  }

  private redraw(): void {
    const { view } = this;
    const planned = view && mayPlan(view) ? [this.planPart(view)] : [];
    const evaluated = view?.evaluated ? [this.evaluationPart()] : [];
    this.place.replaceChildren(...planned, ...evaluated);
  }

  /** Do what asks the server; a refusal is shown in place, and an answer for a view that has gone is dropped. */
  private async attempt(act: () => Promise<void>): Promise<void> {
    const { key } = this;
    const focused = this.place.contains(document.activeElement);
    this.problem = "";
    try {
      await act();
    } catch (error) {
      this.problem = explain(error).text;
      announce(this.problem);
    }
    this.chosen = false;
    if (key !== this.key) return;
    this.redraw();
    // What was pressed has gone: the keyboard's focus stays in the plan.
    if (focused) this.place.querySelector<HTMLElement>("#plan-save, .plan-moves button, #plan-add, #evaluate")?.focus();
  }

  private refusal(): HTMLElement[] {
    return this.problem ? [make("p", { class: "problem" }, this.problem)] : [];
  }

  // --- Plans --------------------------------------------------------------------------------------------------------

  private planPart(view: View): HTMLElement {
    const lines = this.plan?.lines ?? [];
    const list = make("ol", { class: "plan-lines" }, ...lines.map((line, index) => this.lineRow(view, line, index)));
    const rest = this.position ? this.editor(view, this.position) : [this.adding(view)];
    return section(
      t("Plan ahead"),
      t("If the others play as you expect, your reply is played at once. Only you can see your plan."),
      ...(lines.length ? [list] : []),
      ...rest,
      ...this.refusal(),
    );
  }

  private adding(view: View): HTMLElement {
    return button(t("Add a line"), () => void this.attempt(() => this.lead(view, [])), { id: "plan-add" });
  }

  private lineRow(view: View, line: PlannedStep[], index: number): HTMLElement {
    const others = (this.plan?.lines ?? []).filter((_, other) => other !== index);
    const show = button(t("Show on the board"), () => void this.attempt(() => this.lead(view, line)));
    const remove = button(t("Delete"), () => void this.attempt(() => this.save(view, others)));
    return make("li", {}, steps(line), make("div", { class: "row" }, show, remove));
  }

  /** The line so far, the moves that may follow, and what to do with it. */
  private editor(view: View, position: PlannedPosition): HTMLElement[] {
    const { steps: line, actor } = position;
    const done = line.at(-1)?.yours ?? false;
    const cancel = button(t("Cancel"), () => this.leave(view));
    const back = button(t("One move back"), () => void this.attempt(() => this.lead(view, line.slice(0, -1))));
    const save = button(t("Save line"), () => void this.attempt(() => this.saveLine(view, line)), {
      class: "primary",
      id: "plan-save",
    });
    const question =
      actor === null
        ? t("What comes next isn’t known yet, so the line ends here.")
        : actor === view.viewer.seat
          ? t("What’s your reply?")
          : t("Which move do you expect from {name}?", { name: nameAt(view, actor) });
    const row = make("div", { class: "row" }, ...(done ? [save] : []), ...(line.length ? [back] : []), cancel);
    return [...(line.length ? [steps(line)] : []), make("p", {}, question), ...this.moveList(view, position), row];
  }

  private moveList(view: View, { moves, steps: line }: PlannedPosition): HTMLElement[] {
    if (!moves.length) return [];
    const filter = make("input", {
      type: "search",
      "aria-label": t("Search moves"),
      placeholder: t("Search moves"),
    }) as HTMLInputElement;
    const list = make("ul", { class: "plan-moves" });
    const more = make("p", { class: "small" });
    const fill = (): void => {
      const wordList = filter.value.toLowerCase().split(/\s+/);
      const fitting = moves.filter(({ move, label }) => {
        const text = `${move} ${label}`.toLowerCase();
        return wordList.every((word) => text.includes(word));
      });
      const items = fitting.slice(0, LISTED).map(({ move, label }) => {
        const choose = (): void => {
          if (this.chosen) return; // the answer to the choice before is on its way
          this.chosen = true;
          void this.attempt(() => this.lead(view, [...line, { move }]));
        };
        return make("li", {}, button(label, choose, { "data-move": move }));
      });
      const left = fitting.length - items.length;
      list.replaceChildren(...items);
      more.textContent = left
        ? ngettext("{count} more move: type to find it.", "{count} more moves: type to find them.", left)
        : "";
    };
    filter.addEventListener("input", fill);
    fill();
    return [...(moves.length > 8 ? [filter] : []), list, more];
  }

  private async loadPlan(view: View): Promise<void> {
    const plan = await get<Plan>(`${this.base}/plan?seat=${view.viewer.seat}`);
    if (this.view?.version === plan.version) this.plan = plan;
  }

  /** Play a line on the board, as far as one can know. */
  private async lead(view: View, line: { move: string }[]): Promise<void> {
    const body = { ...address(view), moves: line.map(({ move }) => move) };
    const position = await post<PlannedPosition>(`${this.base}/plan/position`, body);
    if (this.view?.version !== position.version) return;
    this.position = position;
    this.show(position.parts);
  }

  private async saveLine(view: View, line: PlannedStep[]): Promise<void> {
    // A longer line takes the place of the one that it continues.
    const others = (this.plan?.lines ?? []).filter((other) => !begins(line, other));
    await this.save(view, [...others, line]);
    this.leave(view);
  }

  private async save(view: View, lines: PlannedStep[][]): Promise<void> {
    const body = { ...address(view), lines: lines.map((line) => line.map(({ move }) => move)) };
    this.plan = await post<Plan>(`${this.base}/plan`, body);
  }

  private leave(view: View): void {
    this.position = undefined;
    this.show(view.parts);
    this.redraw();
  }

  // --- What the bots think ------------------------------------------------------------------------------------------

  private evaluationPart(): HTMLElement {
    const { evaluation, evaluates } = this;
    const label = evaluates ? t("Hide") : t("Show evaluation");
    const press = button(label, () => this.toggle(), { id: "evaluate", "aria-pressed": String(evaluates) });
    const bars = evaluates && evaluation ? chances(evaluation) : [];
    return section(t("What the bots think"), ...bars, press, ...this.refusal());
  }

  private toggle(): void {
    this.evaluates = !this.evaluates;
    this.evaluation = undefined;
    this.redraw();
    const { view } = this;
    if (this.evaluates && view) void this.attempt(() => this.evaluate(view));
  }

  private async evaluate(view: View): Promise<void> {
    const evaluation = await get<Evaluation>(`/api/tables/${view.id}/evaluation`);
    if (this.evaluates) this.evaluation = evaluation;
  }
}

/** Whether the viewer's seat waits and may plan meanwhile. */
export function mayPlan({ plans, turn, waiting, over }: View): boolean {
  return plans && !turn.yours && !waiting && !over;
}

function address({ viewer, version }: View): { seat: number | null; version: number } {
  return { seat: viewer.seat, version };
}

function nameAt({ seats }: View, number: number): string {
  return seats[number]?.name ?? "";
}

function begins(line: PlannedStep[], other: PlannedStep[]): boolean {
  return other.every(({ move }, index) => line[index]?.move === move);
}

function steps(line: PlannedStep[]): HTMLElement {
  const rows = line.map(({ look, name, yours, label }) =>
    make("li", { class: `seat-${look}` }, `${yours ? t("You") : name}: ${label}`),
  );
  return make("ol", { class: "log plan-steps" }, ...rows);
}

function chances({ behind, chances: all }: Evaluation): HTMLElement[] {
  if (!all.length) return [make("p", {}, t("The evaluation appears after a few more moves."))];
  const rows = all.map(({ look, name, value, text }) => {
    const bar = make("i");
    bar.style.width = `${Math.round(100 * value)}%`;
    const share = make("span", { class: "hint-share", "aria-hidden": "true" }, bar);
    return make("li", { class: `seat-${look}` }, make("span", {}, name), make("b", {}, text), share);
  });
  const when = ngettext("Win probability {count} move ago", "Win probability {count} moves ago", behind);
  return [make("p", {}, when), make("ol", { class: "chances" }, ...rows)];
}
