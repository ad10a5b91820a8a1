// Once more with the same players.
import type { View } from "../net/types.ts";
import { button, make } from "../ui/dom.ts";
import { t } from "../ui/translations.ts";

/** The button for a rematch, or the way to the new table. */
export function rematch(view: View, ask: () => void): HTMLElement {
  const requested = view.rematch?.asked ?? [];
  const mine = view.viewer.seats.some((seat) => requested.includes(seat));
  if (view.rematch?.url && view.viewer.seat === null)
    return make("a", { class: "button primary", href: view.rematch.url }, t("Go to new table"));
  if (view.rematch?.url) return button(t("Go to new table"), ask, { class: "primary" });
  if (mine) return make("p", { class: "quiet" }, t("Rematch offered. Waiting for the others."));
  const label = requested.length ? t("Accept rematch") : t("Rematch");
  return button(label, ask, { class: "primary" });
}
