// What the pages around the tables have in common: the settings menu, and in the navigation a mark for a puzzle of today.
import { loadSolutions } from "../net/solutions.ts";
import { make } from "./dom.ts";
import { startPage } from "./page.ts";
import { t } from "./translations.ts";

export function startFront(): void {
  startPage();
  markToday();
  addEventListener("pageshow", (event) => event.persisted && markToday());
}

/** Until someone has solved one of today's puzzles at this device, or seen a solution. */
function markToday(): void {
  const link = document.querySelector<HTMLElement>("[data-unsolved]");
  if (!link) return;
  const isUnsolved = !loadSolutions()[link.dataset.unsolved ?? ""];
  link.querySelector(".unseen")?.remove();
  link.classList.toggle("unsolved", isUnsolved);
  const note = t("puzzle not solved yet");
  if (isUnsolved) link.append(make("span", { class: "unseen" }, ` (${note})`));
}
