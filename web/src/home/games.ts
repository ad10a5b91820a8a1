// "Your games" on the home page: a row that scrolls sideways, first those that wait for this person; with none, how to begin.
import { archivedTables } from "../net/archive.ts";
import { inOrder, myGames, ORDER, waiting } from "../net/games.ts";
import { tellStreak } from "../today/marks.ts";
import { badge } from "../ui/badge.ts";
import { button, find, findAll, setText } from "../ui/dom.ts";
import { local } from "../ui/storage.ts";
import { t } from "../ui/translations.ts";
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
  find("#games .begin").append(more);
  find("#games .games").addEventListener("scroll", countMore);
  addEventListener("resize", countMore);
  look();
  setInterval(look, POLL_INTERVAL);
  document.addEventListener("visibilitychange", look);
  addEventListener("pageshow", (event) => event.persisted && look());
}

/** Shows the games beyond the end of the row; at its end those before it. */
const more = button("", () => find("#games .games").scrollBy({ left: step }), { class: "plain" });
let step = 0; // px

function countMore(): void {
  const row = find("#games .games");
  const { left, right, width } = row.getBoundingClientRect();
  const boxes = findAll("li", row).map((each) => each.getBoundingClientRect());
  const after = boxes.filter((box) => box.right > right + 1).length;
  const count = after || boxes.filter((box) => box.left < left - 1).length;
  step = after ? width : -width;
  more.hidden = !count;
  const label = t("{count} more", { count });
  setText(more, after ? `${label} →` : `← ${label}`);
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
  const others = find<HTMLTemplateElement>(games.length ? "#game-more" : "#no-games").content.cloneNode(true);
  find("#games .games").replaceChildren(
    ...games.map((game) => gameCard(game, (which, at) => menu?.open(which, at))),
    others,
  );
  find("#games select").hidden = waiting(games).length < 2;
  tellStreak(document.body.dataset.today ?? "");
  countMore();
}
