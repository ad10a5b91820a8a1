// The six steps in the column: what is done, what is learnt now, what is to come.
import type { LessonStep } from "../net/types.ts";
import { find, make } from "../ui/dom.ts";
import { t } from "../ui/translations.ts";

/** `now` is the step that is taught, counted from 0; all are done where it is their number. */
export function drawCourse(steps: LessonStep[], now: number): void {
  find("#course").replaceChildren(...steps.map((step, index) => line(step, index, now)));
}

function line({ heading, text, rules }: LessonStep, index: number, now: number): HTMLElement {
  const state = index < now ? "done" : index === now ? "now" : "";
  const mark = make(
    "span",
    { class: "course-mark", "aria-hidden": "true" },
    state === "done" ? "✓" : String(index + 1),
  );
  const label = make("span", {}, make("span", { class: "step-heading" }, heading));
  if (state === "done") label.append(make("span", { class: "unseen" }, " – ", t("done")));
  if (state === "now") label.append(make("p", { class: "step-text" }, text, " ", ...rules.flatMap(link)));
  return make("li", { class: state, ...(state === "now" ? { "aria-current": "step" } : {}) }, mark, label);
}

function link({ rule, link: address }: LessonStep["rules"][number]): (HTMLElement | string)[] {
  return [make("a", { href: address, class: "rule-link", "data-rule": rule }, t("Rule {rule}", { rule })), " "];
}
