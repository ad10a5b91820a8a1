// The next game that waits for this person is a press away, also while this one is played; how many there are stands in the tab.

import { myGames, waiting } from "../net/games.ts";
import { ROOT } from "../net/root.ts";
import { badge } from "../ui/badge.ts";
import { find } from "../ui/dom.ts";
import { t } from "../ui/translations.ts";

const POLL_INTERVAL = 30_000; // ms

export function watchNext(id: string): void {
  const look = (): void => void show(id).catch(() => undefined); // the server cannot be reached: the next look is soon
  look();
  setInterval(look, POLL_INTERVAL);
  document.addEventListener("visibilitychange", look);
  let yours = isYours();
  new MutationObserver(() => {
    if (yours === isYours()) return;
    yours = isYours();
    look();
  }).observe(document.body, { attributeFilter: ["class"] });
}

function isYours(): boolean {
  return document.body.classList.contains("your-turn");
}

async function show(id: string): Promise<void> {
  const games = waiting(await myGames()).filter((game) => game.id !== id);
  const [next] = games;
  badge(games.length);
  const link = find<HTMLAnchorElement>("#next-game");
  link.hidden = !next;
  if (!next) return;
  link.href = `${ROOT}/table/${next.id}`;
  link.title = t("Your turn in another game: {title}", { title: next.title.text });
  link.setAttribute("aria-label", link.title);
}
