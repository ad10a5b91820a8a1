// "Your games": first those that wait for this person, then the others that run; below them what is over.
import { inOwnOrder, myGames, ORDER, waiting } from "../net/games.ts";
import { myTables } from "../net/my-tables.ts";
import type { Summary, SummarySeat } from "../net/types.ts";
import { badge } from "../ui/badge.ts";
import { find, make, setText } from "../ui/dom.ts";
import { theme } from "../ui/settings.ts";
import { language, ngettext, t } from "../ui/translations.ts";

const POLL_INTERVAL = 15_000; // ms

export function startGames(): void {
  const look = (): void => void (document.hidden || showGames());
  const order = find<HTMLSelectElement>("#games select");
  order.value = localStorage.getItem(ORDER) ?? "";
  order.addEventListener("change", () => {
    localStorage.setItem(ORDER, order.value);
    look();
  });
  look();
  setInterval(look, POLL_INTERVAL);
  document.addEventListener("visibilitychange", look);
  addEventListener("pageshow", (event) => event.persisted && look());
}

let lastHtml = "";

async function showGames(): Promise<void> {
  const games = await myGames();
  const unseen = new Set(myTables());
  const running = games.filter(({ id, state }) => state !== "over" || unseen.has(id)).sort(inOrder);
  const finished = games.filter((game) => !running.includes(game)).sort((one, other) => other.at - one.at);
  badge(waiting(games).length);
  const now = JSON.stringify([running.map((game) => [game, agoOf(game)]), finished]);
  if (now === lastHtml) return;
  lastHtml = now;
  find("#games .games").replaceChildren(...running.map(card));
  find("#games .finished").replaceChildren(...finished.map(line));
  setText(find("#games summary"), ngettext("{count} finished game", "{count} finished games", finished.length));
  find("#games select").hidden = waiting(games).length < 2;
  find("#games details").hidden = !finished.length;
  find("#games").hidden = !games.length;
}

const RANKS: Record<Summary["state"], number> = { yours: 0, over: 1, running: 2, open: 3 };

/** What waits comes first, in an order of one's own; of the others what moved on last. */
function inOrder(one: Summary, other: Summary): number {
  const rank = RANKS[one.state] - RANKS[other.state];
  return rank || (one.state === "yours" ? inOwnOrder(one, other) : other.at - one.at);
}

function card(game: Summary): HTMLElement {
  const { text } = game.title;
  const chosen = theme() === "system" ? "" : theme();
  const picture = make("img", {
    src: `/api/tables/${game.id}/picture?at=${game.at}&lang=${language()}&theme=${chosen}`,
    alt: "",
    width: "480",
    height: "480",
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
  return make("li", {}, make("a", { class: `game ${game.state}`, href: `/table/${game.id}` }, picture, body, act));
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

/** For whom a table waits: for those for whom seats are kept, or for anybody; for nobody else where only one's own is free. */
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
function agoOf({ at }: Summary): string {
  const seconds = Math.max(0, Date.now() / 1000 - at);
  const format = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  const [unit, length] = UNITS.find(([, each]) => seconds >= each) ?? ["second", Number.POSITIVE_INFINITY];
  return format.format(-Math.floor(seconds / length) || 0, unit);
}

/** A game that is over: who has won, and the ways back into it. */
function line(game: Summary): HTMLElement {
  const scores = game.seats.map(({ name, score }) => `${name} ${score ?? ""}`).join(", ");
  const day = new Date(game.at * 1000).toLocaleDateString(language(), { dateStyle: "medium" });
  const link = (text: string, href: string): HTMLElement =>
    make("a", { href, "aria-label": `${text}: ${game.title.text}, ${day}` }, text);
  return make(
    "li",
    {},
    make("strong", {}, game.title.text),
    make("span", {}, game.verdict ?? ""),
    make("span", { class: "quiet" }, `${scores} · ${day}`),
    make("nav", {}, link(t("Replay"), `/replay/${game.id}`), link(t("Analysis"), `/replay/${game.id}#review`)),
  );
}

function face({ look, face: portrait }: SummarySeat): SVGSVGElement {
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
