// The lobby: play with anyone, sit down at an open table, watch a running game.
import { explain } from "../net/api.ts";
import { quickMatch } from "../net/places.ts";
import { find, findAll } from "../ui/dom.ts";
import { openTable, runningTable, watchLobby } from "./tables.ts";

export function startLobby(): void {
  for (const press of findAll<HTMLButtonElement>("[data-anyone]"))
    press.addEventListener("click", () => void playAnyone(press));
  watchLobby(4, ({ open, running }) => {
    fill("open", open.map(openTable));
    fill("running", running.map(runningTable));
  });
}

/** The focus stays at its table. */
function fill(part: string, cards: HTMLElement[]): void {
  const games = find(`#${part} .games`);
  const focused = games.querySelector<HTMLElement>("[data-table]:focus-within")?.dataset.table;
  games.replaceChildren(...cards);
  const again = cards.find(({ dataset }) => focused && dataset.table === focused);
  again?.querySelector<HTMLElement>("a, button")?.focus();
  find(`#${part} .none`).hidden = cards.length > 0;
}

async function playAnyone(press: HTMLButtonElement): Promise<void> {
  const say = (text: string): void => {
    find("#anyone .problem").textContent = text;
  };
  say("");
  press.disabled = true;
  try {
    const wish = Object.fromEntries(new FormData(find<HTMLFormElement>("#anyone form"))) as Record<string, string>;
    await quickMatch({ ...wish, title: press.dataset.anyone ?? "" }, say);
  } catch (error) {
    press.disabled = false;
    say(explain(error).text);
  }
}
