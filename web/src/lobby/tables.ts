// Public tables as cards: with a free seat to sit down at, or running, to be watched.

import { explain, get } from "../net/api.ts";
import { sitDown } from "../net/places.ts";
import { ROOT } from "../net/root.ts";
import type { Lobby, LobbyTable } from "../net/types.ts";
import { button, make } from "../ui/dom.ts";
import { theme } from "../ui/settings.ts";
import { language, ngettext, t } from "../ui/translations.ts";

/** Look into the lobby every so many seconds while the page is looked at; `show` is called when something has changed. */
export function watchLobby(every: number, show: (lobby: Lobby) => void): void {
  let lastHtml = "";
  const look = async (): Promise<void> => {
    if (document.hidden) return;
    const lobby = await get<Lobby>("/api/lobby").catch(() => undefined); // the next look is soon
    const now = JSON.stringify(lobby ?? lastHtml);
    if (!lobby || now === lastHtml) return;
    lastHtml = now;
    show(lobby);
  };
  void look();
  setInterval(() => void look(), every * 1000);
  document.addEventListener("visibilitychange", () => void look());
}

/** A table at which a seat is free. */
export function openTable(table: LobbyTable): HTMLElement {
  if (table.yours) return card(table, make("a", { class: "button", href: `${ROOT}/table/${table.id}` }, t("Continue")));
  const problem = make("p", { class: "problem", role: "alert" });
  const say = (text: string): void => {
    problem.textContent = text;
  };
  const press = button(t("Join"), () => {
    press.disabled = true;
    sitDown(table.id, say).catch((error: unknown) => {
      press.disabled = false;
      say(explain(error).text);
    });
  });
  press.classList.add("primary");
  press.setAttribute("aria-label", `${t("Join")}: ${table.title.text}, ${companyOf(table)}`);
  return card(table, press, problem);
}

/** A table that can be watched, or played on by whoever sits there. */
export function runningTable(table: LobbyTable): HTMLElement {
  const act = table.yours ? t("Continue") : t("Watch");
  const label = `${act}: ${table.title.text}, ${companyOf(table)}`;
  return card(table, make("a", { class: "button", href: `${ROOT}/table/${table.id}`, "aria-label": label }, act));
}

function card(table: LobbyTable, ...act: HTMLElement[]): HTMLElement {
  const { name, text } = table.title;
  const chosen = theme() === "system" ? "" : theme();
  const src = `${ROOT}/picture/${name}?lang=${language()}&theme=${chosen}`;
  const picture = make("img", { src, alt: "", width: "480", height: "480" });
  const body = make(
    "div",
    { class: "game-text" },
    make("strong", {}, text),
    make("span", { class: "quiet" }, companyOf(table)),
    make("span", { class: "quiet" }, factsOf(table).join(" · ")),
  );
  const faces = make("span", { class: "game-faces" }, ...table.seats.map(face));
  return make("li", { class: "game met", "data-table": table.id }, picture, body, faces, ...act);
}

/** Who sits there, and who of them has a page open. */
function companyOf({ seats }: LobbyTable): string {
  return seats
    .filter(({ name }) => name)
    .map(({ name, there }) => (there === null ? name : `${name} · ${there ? t("here") : t("away")}`))
    .join(", ");
}

/** Seats, how strong the bots are, whether one learns there, what is not as usual, since when. */
function factsOf({ seats, level, hints, variants, minutes }: LobbyTable): string[] {
  return [
    ngettext("{count} player", "{count} players", seats.length),
    ...(level ? [t("bots: {level}", { level })] : []),
    ...(hints ? [t("with hints")] : []),
    ...variants,
    minutes ? t("{minutes} min ago", { minutes }) : t("just now"),
  ];
}

const PRESENCE = '<circle class="presence" cx="9" cy="8.5" r="3.2"/>';

function face({ look, face: portrait, name, there }: LobbyTable["seats"][number]): SVGSVGElement {
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  picture.setAttribute("class", `quartier face seat-${look}${name ? "" : " free"}${there === false ? " away" : ""}`);
  picture.setAttribute("viewBox", "-12.5 -16.5 25 29");
  picture.setAttribute("aria-hidden", "true");
  picture.innerHTML = portrait + (there === null ? "" : PRESENCE);
  return picture;
}
