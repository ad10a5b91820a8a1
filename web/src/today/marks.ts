// What was solved at this device: a mark at each puzzle, and how many days in a row.
import { loadSolutions, type Solved, streak, type Way } from "../net/solutions.ts";
import { findAll, make, setText } from "../ui/dom.ts";
import { ngettext, t } from "../ui/translations.ts";

/** A mark at each link to a puzzle, which names its title and day. */
export function markPuzzles(): void {
  const solutions = loadSolutions();
  for (const link of findAll("a[data-puzzle]")) {
    const way = solutions[link.dataset.day ?? ""]?.[link.dataset.puzzle ?? ""];
    if (way) link.append(mark(way));
    if (way) link.classList.add(way === "shown" ? "shown" : "solved");
  }
}

function mark(way: Way): HTMLElement {
  const [sign, word] = way === "shown" ? ["○", t("solution seen")] : ["✓", t("solved")];
  const label = make("span", { class: "unseen" }, `(${word})`);
  return make("span", { class: "mark", title: word }, make("span", { "aria-hidden": "true" }, sign), " ", label);
}

/** How it goes, in a sentence, wherever the page says it. */
export function tellStreak(today: string): void {
  for (const streakField of findAll("[data-streak]")) {
    setText(streakField, streakText(loadSolutions(), today));
    streakField.hidden = !streakField.textContent;
  }
}

function streakText(solutions: Solved, today: string): string {
  const days = streak(solutions, today);
  if (!days) return "";
  return ngettext("{count} day in a row", "{count} days in a row", days);
}
