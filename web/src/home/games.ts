// "Your games": the tables at which this device has a seat; first those at which it is its turn.
import { get, Refused } from "../net/api.ts";
import { dropTable, myTables } from "../net/mine.ts";
import type { Summary, SummarySeat } from "../net/types.ts";
import { find, make } from "../ui/dom.ts";
import { theme } from "../ui/settings.ts";
import { language, t } from "../ui/words.ts";

const EVERY = 15_000; // ms

export function startGames(): void {
  const look = (): void => void (document.hidden || showGames());
  look();
  setInterval(look, EVERY);
  document.addEventListener("visibilitychange", look);
  addEventListener("pageshow", (event) => event.persisted && look());
}

let drawn = "";

async function showGames(): Promise<void> {
  const found = await Promise.all(myTables().map(summary));
  const games = found.filter((game) => game !== undefined).sort((one, other) => RANKS[one.state] - RANKS[other.state]);
  const now = JSON.stringify(games);
  if (now === drawn) return;
  drawn = now;
  find(".games").replaceChildren(...games.map(card));
  find("#games").hidden = !games.length;
}

const RANKS: Record<Summary["state"], number> = { yours: 0, over: 1, running: 2, open: 3 };

/** None for a table that is gone, or where another has the seat; then it is forgotten. */
async function summary(id: string): Promise<Summary | undefined> {
  try {
    return await get<Summary>(`/api/tables/${id}/summary`);
  } catch (error) {
    if (error instanceof Refused && error.status >= 400 && error.status < 500) dropTable(id);
    return undefined;
  }
}

function card(game: Summary): HTMLElement {
  const { name, text } = game.title;
  const chosen = theme() === "system" ? "" : theme();
  const picture = make("img", {
    src: `/picture/${name}?lang=${language()}&theme=${chosen}`,
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
    make("span", { class: "quiet" }, companyOf(game)),
    " ",
    make("span", { class: "game-faces" }, ...faces),
  );
  const act = make("span", { class: `button ${game.state === "yours" ? "primary" : ""}` }, labelOf(game));
  return make("li", {}, make("a", { class: `game ${game.state}`, href: `/table/${game.id}` }, picture, body, act));
}

function companyOf({ state, seats }: Summary): string {
  if (state === "open") return t("waiting for a friend");
  const others = seats.filter((seat) => !seat.yours).map((seat) => seat.name);
  return others.length ? t("with {names}", { names: others.join(", ") }) : "";
}

function face({ look, face: drawn }: SummarySeat): SVGSVGElement {
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  picture.setAttribute("class", `quartier face seat-${look}`);
  picture.setAttribute("viewBox", "-12.5 -16.5 25 29");
  picture.setAttribute("aria-hidden", "true");
  picture.innerHTML = drawn;
  return picture;
}

function labelOf({ state }: Summary): string {
  if (state === "yours") return t("Your turn");
  if (state === "over") return t("See the end");
  return state === "open" ? t("Invite") : t("Watch");
}
