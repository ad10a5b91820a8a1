// A table as a card: its board, who plays, whose turn it is, and a menu with what else can be done with it.
import { serverNow } from "../net/api.ts";
import { ROOT } from "../net/root.ts";
import type { Summary, SummarySeat } from "../net/types.ts";
import { button, make } from "../ui/dom.ts";
import { theme } from "../ui/settings.ts";
import { language, t } from "../ui/translations.ts";

/** `menu` opens what else can be done with the table, at the button that is given. */
export function gameCard(game: Summary, menu: (game: Summary, at: HTMLElement) => void): HTMLElement {
  const { text } = game.title;
  const chosen = theme() === "system" ? "" : theme();
  const picture = make("img", {
    src: `${ROOT}/api/tables/${game.id}/picture?at=${game.at}&lang=${language()}&theme=${chosen}`,
    alt: "",
    width: "480",
    height: "480",
    loading: "lazy",
  });
  const faces = game.seats.map(face);
  const body = make(
    "span",
    { class: "game-text" },
    make("strong", {}, text),
    " ",
    make("span", { class: "quiet" }, [companyOf(game), game.time].filter(Boolean).join(" · ")),
    " ",
    make("span", { class: "game-faces" }, ...faces),
  );
  const act = make("span", { class: `button ${game.state === "yours" ? "primary" : ""}` }, labelOf(game));
  const more = button("⋯", () => menu(game, more), {
    class: "tool game-more",
    "aria-haspopup": "dialog",
    "aria-label": t("More for {title}, {players}", { title: text, players: companyOf(game) }),
  });
  const link = make("a", { class: `game ${game.state}`, href: `${ROOT}/table/${game.id}` }, picture, body, act);
  return make("li", { "data-game": game.id }, link, more);
}

/** Who else plays or whose turn it is, and since when. */
function companyOf(game: Summary): string {
  const others = game.seats.filter((seat) => !seat.yours);
  const acting = others.filter((seat) => seat.acting);
  const who = game.state === "running" && acting.length ? acting : others;
  const names = who.map(({ name }) => name).join(", ");
  const players = who === acting ? t("{names} to move", { names }) : names && t("with {names}", { names });
  return [(game.state === "open" && missing(game)) || players, agoOf(game)].filter(Boolean).join(", ");
}

/** Whom a table waits for: the people its seats are reserved for, or anyone; no one if only the viewer's own seat is free. */
function missing({ seats }: Summary): string {
  const reserved = seats.filter((seat) => seat.kept);
  if (!reserved.length) return t("waiting for a player");
  const names = reserved.flatMap(({ yours, name }) => (yours ? [] : [name])).join(", ");
  return names && t("waiting for {names}", { names });
}

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];

/** "5 minutes ago". */
export function agoOf({ at }: Summary): string {
  const seconds = Math.max(0, serverNow() / 1000 - at);
  const format = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  const [unit, length] = UNITS.find(([, each]) => seconds >= each) ?? ["second", Number.POSITIVE_INFINITY];
  return format.format(-Math.floor(seconds / length) || 0, unit);
}

/** Who sits there, for a page with no symbols of its own. */
export function face({ look, face: portrait }: SummarySeat): SVGSVGElement {
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  picture.setAttribute("class", `quartier face seat-${look}`);
  picture.setAttribute("viewBox", "-12.5 -16.5 25 29");
  picture.setAttribute("aria-hidden", "true");
  picture.innerHTML = portrait;
  return picture;
}

function labelOf({ state, seats }: Summary): string {
  if (state === "yours") return t("Your turn");
  if (state === "over") return t("See the result");
  if (seats.some(({ kept, yours }) => kept && yours)) return t("Take a seat");
  return state === "open" && !seats.some(({ kept }) => kept) ? t("Invite") : t("Watch");
}
