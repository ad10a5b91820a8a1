// The chapters of the tutorials that this browser has finished, and where one continues.
import { find, findAll, make, setText } from "./dom.ts";
import { local } from "./storage.ts";
import { t } from "./translations.ts";

export function markChapters(): void {
  for (const list of findAll("[data-chapters]")) {
    const saved = local.load(`quartier.lesson.${list.dataset.chapters}`);
    if (!Array.isArray(saved)) continue;
    const link = find(".primary", list.parentElement ?? document);
    link.ariaLabel = `${t("Continue")}, ${link.ariaLabel}`;
    setText(link, t("Continue"));
    for (const [chapter, item] of findAll("li", list).entries()) {
      if (saved[chapter] >= Number(item.dataset.steps)) item.append(make("b", {}, ` ✓ ${t("done")}`));
    }
  }
}
