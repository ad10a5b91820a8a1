// What was solved at this device: a mark at each puzzle, and how many days in a row.
import { type Solved, solved, streak, type Way } from "../net/solved.ts";
import { findAll, make, setText } from "../ui/dom.ts";
import { t } from "../ui/words.ts";

/** A mark at each link to a puzzle, which names its title and day. */
export function markSolved(): void {
  const kept = solved();
  for (const link of findAll("a[data-puzzle]")) {
    const way = kept[link.dataset.day ?? ""]?.[link.dataset.puzzle ?? ""];
    if (way) link.append(mark(way));
    if (way) link.classList.add(way === "shown" ? "shown" : "solved");
  }
}

function mark(way: Way): HTMLElement {
  const [sign, word] = way === "shown" ? ["○", t("solution seen")] : ["✓", t("solved")];
  const said = make("span", { class: "unseen" }, `(${word})`);
  return make("span", { class: "mark", title: word }, make("span", { "aria-hidden": "true" }, sign), " ", said);
}

/** How it goes, in a sentence, wherever the page says it. */
export function tellStreak(today: string): void {
  for (const place of findAll("[data-streak]")) {
    setText(place, streakTold(solved(), today));
    place.hidden = !place.textContent;
  }
}

function streakTold(kept: Solved, today: string): string {
  const days = streak(kept, today);
  if (!days) return "";
  return days === 1 ? t("One day in a row") : t("{count} days in a row", { count: days });
}
