// What else can follow a game: the next stronger bot for the winner, and the same deal for a friend.
import { explain } from "../net/api.ts";
import { openTable, type Say } from "../net/places.ts";
import { playerName } from "../net/player.ts";
import type { NextBot, View } from "../net/types.ts";
import { button, COPIED, copyToClipboard, find, make } from "../ui/dom.ts";
import { t } from "../ui/translations.ts";

/** For players only. */
export function offers(view: View, bot: NextBot | null | undefined): HTMLElement | undefined {
  const { seat } = view.viewer;
  if (!view.links.replay || seat === null) return undefined;
  const path = `/api/replays/${view.id}`;
  const problem = make("p", { class: "problem", role: "alert" });
  const say = (text: string): void => {
    problem.textContent = text;
  };
  const open = (act: typeof playNext) => () =>
    void act(path, seat, say).catch((error: unknown) => say(explain(error).text));
  const next = bot ? [nextButton(bot, open(playNext))] : [];
  const press = button(t("Challenge a friend to this deal"), open(challenge), { class: "plain" });
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

async function playNext(path: string, seat: number, say: Say): Promise<void> {
  location.assign((await openTable(`${path}/next`, { seat, name: playerName() }, say)).url);
}

/** The friend's link is copied; the new table shows it, too. */
async function challenge(path: string, seat: number, say: Say): Promise<void> {
  const { url, seats } = await openTable(`${path}/challenge`, { seat }, say);
  const copied = await copyToClipboard(seats[0]?.invite_url ?? "");
  location.assign(url + (copied ? COPIED : ""));
}
