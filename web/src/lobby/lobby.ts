// The lobby: play with anyone, sit down at an open table, watch a running game.
import { explain } from "../net/api.ts";
import { take } from "../net/places.ts";
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

function fill(part: string, cards: HTMLElement[]): void {
  find(`#${part} .games`).replaceChildren(...cards);
  find(`#${part} .none`).hidden = cards.length > 0;
}

async function playAnyone(press: HTMLButtonElement): Promise<void> {
  const problem = find("#anyone .problem");
  problem.textContent = "";
  press.disabled = true;
  try {
    const wish = Object.fromEntries(new FormData(find<HTMLFormElement>("#anyone form"))) as Record<string, string>;
    await take("/api/lobby/play", { ...wish, title: press.dataset.anyone ?? "" });
  } catch (error) {
    press.disabled = false;
    problem.textContent = explain(error).text;
  }
}
