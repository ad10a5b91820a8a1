// The chapters of a lesson and the steps of the present one: what is done, what is learnt now, what is to come.
import type { LessonChapter, LessonStep } from "../net/types.ts";
import { button, find, make } from "../ui/dom.ts";
import { t } from "../ui/translations.ts";

/** `now` is the step that is taught, counted from 0; all are done where it is their number. */
export function drawCourse(steps: LessonStep[], now: number): void {
  find("#course").replaceChildren(...steps.map((step, index) => line(step, index, now)));
}

function line({ heading }: LessonStep, index: number, now: number): HTMLElement {
  const state = index < now ? "done" : index === now ? "now" : "";
  const label = make("span", {}, make("span", { class: "step-heading" }, heading));
  if (state === "done") label.append(make("span", { class: "unseen" }, " – ", t("done")));
  return make(
    "li",
    { class: state, ...(state === "now" ? { "aria-current": "step" } : {}) },
    mark(index, state),
    label,
  );
}

function mark(index: number, state: string): HTMLElement {
  return make("span", { class: "course-mark", "aria-hidden": "true" }, state === "done" ? "✓" : String(index + 1));
}

/** The chapters, each a button that opens it; `done` says which are finished. */
export function listChapters(
  list: HTMLElement,
  chapters: LessonChapter[],
  now: number,
  done: (chapter: number) => boolean,
  open: (chapter: number) => void,
): void {
  const rows = chapters.map(({ heading }, index) => {
    const state = done(index) ? "done" : index === now ? "now" : "";
    const press = button("", () => open(index), index === now ? { "aria-current": "true" } : {});
    press.append(mark(index, state), make("span", list.id === "chapters" ? { class: "unseen" } : {}, heading));
    if (state === "done") press.append(make("span", { class: "unseen" }, t("done")));
    return make("li", { class: state }, press);
  });
  list.replaceChildren(...rows);
}
