// The page of one's games: those that run, those that were put away, and of those that are over who has won how often.
import { get, serverNow } from "../net/api.ts";
import { archivedTables } from "../net/archive.ts";
import { allGames, inOrder } from "../net/games.ts";
import { accountName } from "../net/my-tables.ts";
import { ROOT } from "../net/root.ts";
import { loadSolutions, streak } from "../net/solutions.ts";
import type { PlayedGame, PlayedGames, Summary } from "../net/types.ts";
import { button, find, findAll, make, setText } from "../ui/dom.ts";
import { theme } from "../ui/settings.ts";
import { language, percent, t } from "../ui/translations.ts";
import { gameCard } from "./game-card.ts";
import { GameMenu } from "./game-menu.ts";
import { countBy, winStreak } from "./statistics.ts";

const MAX_LISTED = 60;
const MAX_FINISHED = 500;

export function startMyGames(): void {
  const menu = new GameMenu(() => void showAll());
  const showAll = async (): Promise<void> => {
    const games = await allGames(MAX_FINISHED);
    showRunning(games, menu);
    const results = await allResults(games);
    const showList = (): void => listResults(results, menu);
    for (const field of findAll<HTMLSelectElement>("#played select")) field.onchange = showList;
    offerTitles(results);
    showList();
    find("#statistics").hidden = !results.length;
    if (results.length) showStatistics(results);
  };
  const look = (): void => void (document.hidden || showAll().catch(() => undefined)); // what was shown stays
  look();
  document.addEventListener("visibilitychange", look);
}

function showRunning(all: Summary[], menu: GameMenu): void {
  const away = archivedTables();
  const games = all.filter(({ state }) => state !== "over").sort(inOrder);
  const isAway = ({ id }: Summary): boolean => away.includes(id);
  const card = (game: Summary): HTMLElement => gameCard(game, (which, at) => menu.open(which, at));
  fill("running", games.filter((game) => !isAway(game)).map(card));
  fill("archived", games.filter(isAway).map(card));
}

/** The games that are over, the last one first: those of the server's list, and all of the account. */
async function allResults(games: Summary[]): Promise<PlayedGame[]> {
  const account = accountName() === null ? [] : await ofAccount();
  const ids = new Set(account.map(({ id }) => id));
  const others = games.filter(({ id, state }) => state === "over" && !ids.has(id)).map(resultOf);
  return [...account, ...others].sort((one, other) => other.at - one.at);
}

/** The titles that were played can be chosen. */
function offerTitles(games: PlayedGame[]): void {
  const titles = new Map(games.map(({ title }) => [title.name, title.text]));
  const field = find<HTMLSelectElement>("#played select[name=title]");
  const listed = new Set([...field.options].map(({ value }) => value));
  for (const [name, text] of titles) if (!listed.has(name)) field.add(new Option(text, name));
}

function listResults(games: PlayedGame[], menu: GameMenu): void {
  const [title, outcome] = ["title", "outcome"].map((name) => find<HTMLSelectElement>(`#played [name=${name}]`).value);
  const away = archivedTables();
  const matches = (game: PlayedGame): boolean =>
    away.includes(game.id) === (outcome === "hidden") &&
    (!title || game.title.name === title) &&
    (!outcome || outcome === "hidden" || game.outcome === outcome);
  const matching = games.filter(matches);
  fill(
    "played",
    matching.slice(0, MAX_LISTED).map((game) => line(game, menu)),
  );
  find("#played").classList.toggle("empty", !games.length);
  find("#played .filters").hidden = !games.length;
  setText(find("#played [role=status]"), games.length && !matching.length ? t("No game matches.") : "");
}

function fill(part: string, children: HTMLElement[]): void {
  find(`#${part} ul`).replaceChildren(...children);
  find(`#${part}`).classList.toggle("empty", !children.length);
}

async function ofAccount(): Promise<PlayedGame[]> {
  return (await get<PlayedGames>("/api/account/played").catch(() => ({ games: [] }))).games;
}

/** A game in short as a result. */
function resultOf({ id, title, at, outcome, seats }: Summary): PlayedGame {
  const own = seats.find(({ yours }) => yours);
  const opponents = seats.filter(({ yours }) => !yours).map(({ name }) => name);
  return { id, title, at, outcome: outcome ?? "solo", opponents, score: own?.score ?? 0 };
}

function showStatistics(games: PlayedGame[]): void {
  const against = games.filter(({ outcome }) => outcome !== "solo");
  const won = against.filter(({ outcome }) => outcome === "won").length;
  const days = streak(loadSolutions(), new Date(serverNow()).toISOString().slice(0, 10));
  const numbers = {
    games: games.length,
    won,
    share: against.length ? percent((100 * won) / against.length) : "–",
    row: winStreak(against),
    days,
  };
  for (const [name, value] of Object.entries(numbers)) setText(find(`[data-number=${name}]`), format(value));
  table(
    "by-title",
    countBy(games, ({ title }) => [title.text]),
  );
  table(
    "by-opponent",
    countBy(against, ({ opponents }) => opponents),
  );
}

function table(id: string, rows: ReturnType<typeof countBy>): void {
  const cells = (row: number[]): HTMLElement[] => row.map((value) => make("td", { class: "number" }, format(value)));
  const lines = rows.map(({ name, games, won }) =>
    make("tr", {}, make("th", { scope: "row" }, name), ...cells([games, won])),
  );
  find(`#${id} tbody`).replaceChildren(...lines);
}

function format(value: number | string): string {
  return typeof value === "string" ? value : value.toLocaleString(language());
}

/** A game that is over: how it went, and the ways back into it. */
function line({ id, title, at, outcome, opponents, score }: PlayedGame, menu: GameMenu): HTMLElement {
  const day = new Date(at * 1000).toLocaleDateString(language(), { dateStyle: "medium" });
  const label = { won: t("Won"), lost: t("Lost"), tied: t("Drawn"), solo: t("Solo") }[outcome];
  const link = (text: string, href: string): HTMLElement =>
    make("a", { class: "button", href, "aria-label": `${text}: ${title.text}, ${day}` }, text);
  const chosen = theme() === "system" ? "" : theme();
  const src = `${ROOT}/picture/${title.name}?lang=${language()}&theme=${chosen}`;
  const names = opponents.length ? t("with {names}", { names: opponents.join(", ") }) : "";
  const more = button("⋯", () => menu.open({ id, title, state: "over" }, more), {
    class: "tool",
    "aria-haspopup": "dialog",
    "aria-label": t("More for {title}, {players}", {
      title: title.text,
      players: [names, day].filter(Boolean).join(", "),
    }),
  });
  return make(
    "li",
    { class: outcome },
    make("img", { src, alt: "", width: "480", height: "480", loading: "lazy" }),
    make("strong", {}, title.text),
    make("span", { class: "quiet" }, [names, day].filter(Boolean).join(" · ")),
    make("span", { class: "outcome" }, label, " ", make("b", {}, format(score).replace("-", "−"))),
    make(
      "span",
      { class: "row" },
      link(t("Replay"), `${ROOT}/replay/${id}`),
      link(t("Analysis"), `${ROOT}/replay/${id}#review`),
      more,
    ),
  );
}
