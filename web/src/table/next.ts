// The next game that waits for this person is a press away while others think here; how many there are is in the tab's title.

import { myGames, waiting } from "../net/games.ts";
import { ROOT } from "../net/root.ts";
import { badge } from "../ui/badge.ts";
import { find, setText } from "../ui/dom.ts";
import { t } from "../ui/translations.ts";

const POLL_INTERVAL = 30_000; // ms
const PATIENCE = 10_000; // ms that one waits here before another game is offered

export function watchNext(id: string): void {
  let waitsSince = performance.now();
  const look = (): void => void show(id, performance.now() - waitsSince >= PATIENCE).catch(() => undefined); // the next look is soon
  look();
  setInterval(look, POLL_INTERVAL);
  document.addEventListener("visibilitychange", look);
  setTimeout(look, PATIENCE);
  let yours = isYours();
  new MutationObserver(() => {
    if (yours === isYours()) return;
    yours = isYours();
    waitsSince = performance.now();
    look();
    setTimeout(look, PATIENCE);
  }).observe(document.body, { attributeFilter: ["class"] });
}

function isYours(): boolean {
  return document.body.classList.contains("your-turn");
}

async function show(id: string, isLate: boolean): Promise<void> {
  const games = waiting(await myGames()).filter((game) => game.id !== id);
  const [next] = games;
  badge(games.length);
  const link = find<HTMLAnchorElement>("#next-game");
  link.hidden = !next || !isLate;
  if (!next) return;
  link.href = `${ROOT}/table/${next.id}`;
  setText(find("span", link), t("Your turn: {title}", { title: next.title.text }));
}
