// Links with a seat's secret: they play the same seat on another device of the same person. One that has come into wrong hands
// is made worthless by a new one. Who is signed in needs none, but may make one.
import { explain, post } from "../net/api.ts";
import { keepSecret, secretsOf } from "../net/secrets.ts";
import type { NewLink, View } from "../net/types.ts";
import { nameOf } from "../stage/seats.ts";
import { button, make } from "../ui/dom.ts";
import { t } from "../ui/translations.ts";
import { linkRow, section, warnings } from "./invitations.ts";

/** `renew` is asked for a new link to a seat; `said` is what came of it last. */
export function deviceLinks(view: View, said: string, renew: (seat: number) => void): HTMLElement | undefined {
  if (!view.viewer.seats.length || view.over) return undefined;
  return section(
    t("Continue on another device"),
    t("Keep this link private: anyone who has it can play in your seat."),
    ...view.viewer.seats.flatMap((seat) => link(view, seat, renew)),
    make("p", { class: "quiet", role: "status" }, said),
  );
}

/** The link of a seat, if this device knows it, and the way to a new one. */
function link(view: View, number: number, renew: (seat: number) => void): HTMLElement[] {
  const secret = secretsOf(view.id)[number];
  const seat = view.seats.find((each) => each.seat === number);
  const name = seat ? nameOf(seat) : String(number);
  const label = secret ? t("New link (the old one stops working)") : t("Create link");
  const press = button(label, () => renew(number), { "aria-description": name });
  if (!secret) return [press];
  const address = `${document.body.dataset.home}/table/${view.id}#seat=${secret}`;
  return [linkRow(address, t("Link to {name}’s seat", { name })), ...warnings(address), press];
}

/** Have a new link made. Returns what is said of it. */
export async function renewLink(table: string, seat: number): Promise<string> {
  try {
    keepSecret(table, seat, (await post<NewLink>(`/api/tables/${table}/link`, { seat })).secret);
    return t("New link created.");
  } catch (error) {
    return explain(error).text;
  }
}
