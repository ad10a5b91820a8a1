// "Your games" on the home page: a row that scrolls sideways, first those that wait for this person; with none, how to begin.
import { archivedTables } from "../net/archive.ts";
import { inOrder, myGames, ORDER, waiting } from "../net/games.ts";
import { tellStreak } from "../today/marks.ts";
import { badge } from "../ui/badge.ts";
import { find } from "../ui/dom.ts";
import { local } from "../ui/storage.ts";
import { agoOf, gameCard } from "./game-card.ts";
import { GameMenu } from "./game-menu.ts";

const POLL_INTERVAL = 15_000; // ms

export function startGames(): void {
  const look = (): void => void (document.hidden || showGames());
  const order = find<HTMLSelectElement>("#games select");
  order.value = local.get(ORDER) ?? "";
  order.addEventListener("change", () => {
    local.set(ORDER, order.value);
    look();
  });
  menu = new GameMenu(look);
  look();
  setInterval(look, POLL_INTERVAL);
  document.addEventListener("visibilitychange", look);
  addEventListener("pageshow", (event) => event.persisted && look());
}

let menu: GameMenu | undefined;
let lastHtml = "";

async function showGames(): Promise<void> {
  const away = archivedTables();
  const own = await myGames().catch(() => undefined); // the server cannot be reached: what was shown stays
  if (!own) return;
  const games = own.filter(({ id }) => !away.includes(id)).sort(inOrder);
  badge(waiting(games).length);
  const now = JSON.stringify(games.map((game) => [game, agoOf(game)]));
  if (now === lastHtml) return;
  lastHtml = now;
  const more = find<HTMLTemplateElement>(games.length ? "#game-more" : "#no-games").content.cloneNode(true);
  find("#games .games").replaceChildren(
    ...games.map((game) => gameCard(game, (which, at) => menu?.open(which, at))),
    more,
  );
  find("#games select").hidden = waiting(games).length < 2;
  tellStreak(document.body.dataset.today ?? "");
}
