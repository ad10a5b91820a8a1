// Reports of the other players' names to the moderators, at the end of the table tab.
import { explain, post } from "../net/api.ts";
import type { Seat, View } from "../net/types.ts";
import { nameOf } from "../stage/seats.ts";
import { button, make } from "../ui/dom.ts";
import { t } from "../ui/translations.ts";

/** A button for each other person; undefined if there is none. */
export function nameReports({ id, seats }: View): HTMLElement | undefined {
  const others = seats.filter((seat) => seat.kind === "human" && !seat.yours);
  if (!others.length) return undefined;
  const result = make("p", { class: "quiet", role: "status" });
  const buttons = others.map((seat) => reportButton(id, seat, result));
  return make(
    "details",
    {},
    make("summary", {}, t("Report a name")),
    make("div", { class: "row" }, ...buttons),
    result,
  );
}

function reportButton(table: string, seat: Seat, result: HTMLElement): HTMLElement {
  const press = button(nameOf(seat), () => {
    press.disabled = true;
    void report(table, seat.seat).then((text) => {
      result.textContent = text;
    });
  });
  return press;
}

/** Report a name; what came of it. */
async function report(table: string, seat: number): Promise<string> {
  try {
    await post(`/api/tables/${table}/seats/${seat}/report`, {});
    return t("Reported to the moderators.");
  } catch (error) {
    return explain(error).text;
  }
}
