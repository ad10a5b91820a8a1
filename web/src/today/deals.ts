// The deal of the day: a press leads to one's table, the same whenever one comes back.
import { explain } from "../net/api.ts";
import { keepTable } from "../net/my-tables.ts";
import { postReliably } from "../net/outbox.ts";
import { playerName } from "../net/player.ts";
import { keepSecret } from "../net/secrets.ts";
import type { EnteredDeal } from "../net/types.ts";
import { findAll, setText } from "../ui/dom.ts";

export function openDeals(): void {
  for (const press of findAll<HTMLButtonElement>("[data-deal]")) {
    press.addEventListener("click", () => void enter(press));
  }
}

async function enter(press: HTMLButtonElement): Promise<void> {
  press.disabled = true;
  const say = (text: string): void => {
    if (press.nextElementSibling instanceof HTMLElement) setText(press.nextElementSibling, text);
  };
  try {
    const wish = { name: playerName() };
    const { id, url, secret } = await postReliably<EnteredDeal>(`/api/deals/${press.dataset.deal}`, wish, say);
    if (secret) keepSecret(id, 0, secret);
    keepTable(id);
    location.assign(url);
  } catch (error) {
    press.disabled = false;
    say(explain(error).text);
  }
}
