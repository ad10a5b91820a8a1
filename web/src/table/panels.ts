// What appears in or over the dock at certain moments: the end, an invitation to a free seat. No dialogs.
import type { View } from "../net/types.ts";
import { button, find, make } from "../ui/dom.ts";
import { t } from "../ui/translations.ts";
import { offerPicture } from "./picture.ts";
import { rematch } from "./rematch.ts";
import { waitingRoom } from "./waiting.ts";

/** After the game: home, the replay, a rematch. */
export function showEnd(view: View, ask: () => void): void {
  const end = find("#end");
  const state = JSON.stringify([view.over, view.rematch]);
  if (end.dataset.state === state) return;
  end.dataset.state = state;
  end.hidden = !view.over;
  if (!view.over) return end.replaceChildren();
  const again = view.viewer.seat === null && !view.rematch?.url ? [] : [rematch(view, ask)];
  const { results } = view.links;
  const on = make("a", { class: "button", href: results ?? "/" }, results ? t("Results") : t("Home"));
  const back = make("a", { class: "button", href: view.links.replay ?? "/" }, t("Replay"));
  // Rematch is reached first, and stands last.
  end.replaceChildren(...again, on, back);
  find("#sky-tools").replaceChildren(...(view.links.replay ? [pictureButton(view)] : []));
}

function pictureButton(view: View): HTMLElement {
  const press = button("", () => offerPicture(view), { class: "tool share", "aria-label": t("Share picture") });
  press.title = t("Share picture");
  const label = make("span", { class: "word" }, t("Share picture"));
  press.append(find<HTMLTemplateElement>("#glyph-share").content.cloneNode(true), label);
  return press;
}

/** While a seat is free, the ways to it and what can be done meanwhile lie over the board. */
export function showWaiting(view: View): void {
  const panel = find("#invite");
  const { waiting, cancelled, access, viewer, opener, code, seats } = view;
  const concerned = cancelled || (waiting && (access === "public" || opener || viewer.seat !== null));
  const who = seats.map(({ kind, name, invite_url }) => [kind, name, invite_url]);
  const content = concerned
    ? JSON.stringify([cancelled, viewer, code, waiting?.agreed, waiting?.check?.missing, who])
    : "";
  if ((panel.dataset.shown ?? "") === content) return;
  panel.dataset.shown = content;
  panel.hidden = !content;
  panel.replaceChildren(...(content ? waitingRoom(view) : []));
}
