// What lies over the board while a seat is free: who is there, bots instead, the ways to the seat, and leaving.
import { explain } from "../net/api.ts";
import { newId, postReliably } from "../net/outbox.ts";
import { matchAgain, type Say, sitDown } from "../net/places.ts";
import type { Seat, View } from "../net/types.ts";
import { button, make } from "../ui/dom.ts";
import { t } from "../ui/translations.ts";
import { invitations, section } from "./invitations.ts";
import { countdown, readyCheck } from "./ready.ts";

const AGAIN = 10_000; // ms between two questions for a quick match

export function waitingRoom(view: View): HTMLElement[] {
  if (view.cancelled) return [over()];
  const problem = make("p", { class: "problem", role: "alert" });
  const say: Say = (text) => {
    problem.textContent = text;
  };
  const act: Act = (path, body) => {
    say("");
    postReliably(`/api/tables/${view.id}/${path}`, body, say).catch((error: unknown) => say(explain(error).text));
  };
  const agree = (path: string, seat: number | null): void => act(path, { seat, client_move_id: newId() });
  if (view.waiting?.check) return [readyCheck(view, view.waiting.check, (seat) => agree("ready", seat)), problem];
  const withdraw = ({ seat, invite_url }: Seat): Node[] => {
    const body = { seat, invite: invite_url?.split("=")[1] };
    return [button(t("Withdraw invitation"), () => act("withdraw", body), { class: "plain" })];
  };
  const isReserved = view.seats.some(({ kind, yours }) => yours && kind === "open"); // at a table of a tournament
  const outside = view.viewer.seat === null || isReserved;
  const parts = outside ? [freeSeat(view, isReserved, say)] : [bots(view, () => agree("bots", view.viewer.seat))];
  const remove = (seat: number): void => agree("remove", seat);
  const content = section(
    t("Waiting for players"),
    ...accessSentences(view),
    ...parts.flat(),
    people(view, outside, remove, () => act("cancel", {})),
    problem,
  );
  if (!outside) askAgain(view.id, content);
  const ways = invitations(view, withdraw);
  return view.access === "public" ? [content, ...ways] : [...ways, content]; // who waits for a friend sends the link first
}

type Act = (path: string, body: Record<string, unknown>) => void;

/** A question is on its way: a second one would leave the table to which the first leads. */
let isAsking = false;

/** While one waits, others may wait elsewhere. */
function askAgain(table: string, content: HTMLElement): void {
  const timer = setInterval(() => {
    if (!content.isConnected) return clearInterval(timer);
    if (!document.hidden && !isAsking) void ask(table);
  }, AGAIN);
}

async function ask(table: string): Promise<void> {
  isAsking = true;
  await matchAgain(table).catch(() => undefined); // it asks again soon
  isAsking = false;
}

function over(): HTMLElement {
  const text = t("This table was cancelled before the game started.");
  const home = make("a", { class: "button primary", href: "/" }, t("Home"));
  return section(t("Table cancelled"), text, home);
}

function accessSentences({ access }: View): string[] {
  if (access === "public") return [t("This table is listed in the lobby. Anyone can join.")];
  return access === "private" ? [t("This table is private: no one else can watch.")] : [];
}

/** Whoever has no seat yet takes one. */
function freeSeat({ id, access }: View, isReserved: boolean, say: Say): Node[] {
  if (access !== "public" && !isReserved) return [];
  const sit = (): void => void sitDown(id, say).catch((error: unknown) => say(explain(error).text));
  return [button(t("Take a seat"), sit, { class: "primary" })];
}

/** After a while those who are there may agree on bots. */
function bots({ waiting, viewer, seats }: View, ask: () => void): Node[] {
  const bots_in = waiting?.bots_in ?? null;
  if (!waiting || bots_in === null) return [];
  const names = seats.filter(({ seat }) => waiting.agreed.includes(seat)).map(({ name }) => name);
  const wish = names.length
    ? t("{names} suggested filling the open seats with bots.", { names: names.join(", ") })
    : "";
  const press = button(t("Play with bots now"), ask, { class: "primary" });
  const later = countdown(
    bots_in,
    (seconds) => t("People come first. In {seconds} s you can fill the open seats with bots.", { seconds }),
    () => ([press.hidden, later.hidden] = [false, true]),
  );
  press.hidden = bots_in > 0;
  later.hidden = !press.hidden;
  const mine = viewer.seats.every((seat) => waiting.agreed.includes(seat));
  return [make("p", { role: "status" }, wish), ...(mine ? [] : [later, press])];
}

/** Whoever opened the table can remove the others, and cancel it; the others can leave. */
function people(
  { opener, viewer, seats }: View,
  outside: boolean,
  remove: (seat: number) => void,
  cancel: () => void,
): HTMLElement {
  const others = seats.filter(({ kind, yours }) => opener && kind === "human" && !yours);
  const buttons = others.map(({ seat, name }) =>
    button(t("Remove {name}", { name }), () => remove(seat), { class: "plain" }),
  );
  const leave = (): void => viewer.seats.forEach(remove);
  const go = opener
    ? [button(t("Cancel table"), cancel, { class: "plain" })]
    : outside
      ? []
      : [button(t("Leave table"), leave, { class: "plain" })];
  return make("div", { class: "row" }, ...buttons, ...go);
}
