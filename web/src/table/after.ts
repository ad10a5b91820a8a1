// What else can follow a game: the next stronger bot for the winner, and the same deal for a friend.
import { explain, post } from "../net/api.ts";
import { keepTable } from "../net/my-tables.ts";
import { playerName } from "../net/player.ts";
import { keepSecret } from "../net/secrets.ts";
import type { MadeTable, NextBot, View } from "../net/types.ts";
import { button, COPIED, copyToClipboard, find, make } from "../ui/dom.ts";
import { t } from "../ui/translations.ts";

/** For players only. */
export function offers(view: View, bot: NextBot | null | undefined): HTMLElement | undefined {
  const { seat } = view.viewer;
  if (!view.links.replay || seat === null) return undefined;
  const path = `/api/replays/${view.id}`;
  const problem = make("p", { class: "problem", role: "alert" });
  const open = (act: () => Promise<void>) => () =>
    void act().catch((error: unknown) => {
      problem.textContent = explain(error).text;
    });
  const next = bot
    ? [
        nextButton(
          bot,
          open(() => playNext(path, seat)),
        ),
      ]
    : [];
  const share = open(() => challenge(path, seat));
  const press = button(t("Challenge a friend to this deal"), share, { class: "plain" });
  const deal = view.links.results ? [] : [press]; // a deal of the day is everyone's already
  return make("div", { class: "row after" }, ...next, ...deal, problem);
}

/** Where the column has no room for the offers, they open from a button on the sky. */
export function offerApart(row: HTMLElement, apart: boolean): void {
  document.querySelector(".more-offers")?.remove();
  row.popover = apart ? "auto" : null;
  const press = button("⋯", () => row.togglePopover(), { class: "tool more-offers", "aria-label": t("More") });
  if (apart) find("#sky-tools").append(press);
}

function nextButton({ name, text }: NextBot, act: () => void): HTMLElement {
  return button(t("You won! Try {name} next ({level})", { name, level: text }), act);
}

async function playNext(path: string, seat: number): Promise<void> {
  const table = await post<MadeTable>(`${path}/next`, { seat, name: playerName() });
  for (const own of table.seats) if (own.secret) keepSecret(table.id, own.seat, own.secret);
  keepTable(table.id);
  location.assign(table.url);
}

/** The friend's link is copied; the new table shows it, too. */
async function challenge(path: string, seat: number): Promise<void> {
  const { url, seats } = await post<MadeTable>(`${path}/challenge`, { seat });
  const copied = await copyToClipboard(seats[0]?.invite_url ?? "");
  location.assign(url + (copied ? COPIED : ""));
}
