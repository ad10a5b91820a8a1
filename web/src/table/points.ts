// The sheet's points tab: how the title makes points, each way with its rules, and what everybody has from it now.
import type { Seat, View } from "../net/types.ts";
import { face, nameOf } from "../stage/seats.ts";
import { find, make } from "../ui/dom.ts";
import { t } from "../ui/translations.ts";
import { type Way, ways } from "./scoring.ts";

export class Points {
  private readonly place = find("#points");
  private drawn = "";

  constructor(private readonly openRule: (rule: string) => void) {}

  /** Drawn anew only when something that it shows has changed, so that focus stays where it is. */
  draw({ seats, setup, links, viewer, goal }: View): void {
    const order = [...seats].sort((one, other) => rank(one, viewer) - rank(other, viewer));
    const state = JSON.stringify([
      order.map(({ name, look, score, sources }) => [name, look, score, sources]),
      setup,
      goal,
    ]);
    if (state === this.drawn) return;
    this.drawn = state;
    const own = viewer.seat === null ? -1 : 0;
    const rows = ways(order, setup.scoring).map((way) => this.part(way, order, own, links.rules));
    this.place.replaceChildren(
      make("p", {}, [goal.aim, goal.progress, goal.warning].filter(Boolean).join(" · ")),
      make(
        "table",
        { class: "results" },
        make("caption", {}, t("How scoring works")),
        make("thead", {}, make("tr", {}, make("td", {}), ...order.map((seat) => head(seat)))),
        ...rows,
        make("tfoot", {}, make("tr", {}, make("th", { scope: "row" }, t("Total")), ...order.map(total))),
      ),
    );
  }

  /** A way to make points: its name and everybody's points, and below what it says. */
  private part({ name, points, best, told, parts }: Way, seats: Seat[], own: number, rules: string): HTMLElement {
    const cells = points.map((value, index) => cell(value, index === best ? seats[index] : undefined));
    const first = make("tr", {}, make("th", { scope: "row" }, name), ...cells);
    if (!told) return make("tbody", {}, first);
    const links = told.rules.flatMap((rule) => [" ", this.ruleLink(rule, rules)]);
    const content = [make("p", {}, told.sentence), make("p", { class: "rule-links" }, ...links)];
    const mine = parts[own] ?? [];
    if (told.labels.length > 1 && mine.length) content.splice(1, 0, make("p", { class: "mine" }, formatSources(mine)));
    return make(
      "tbody",
      {},
      first,
      make("tr", { class: "said" }, make("td", { colspan: `${seats.length + 1}` }, ...content)),
    );
  }

  private ruleLink(rule: string, rules: string): HTMLElement {
    const label = t("Rule {rule}", { rule });
    const link = make("a", { href: `${rules}#${rule}`, class: "rule-link", "aria-label": label }, rule);
    link.addEventListener("click", (event) => {
      event.preventDefault();
      this.openRule(rule);
    });
    return link;
  }
}

/** The viewer's own seat comes first. */
function rank({ seat }: Seat, viewer: View["viewer"]): number {
  return seat === viewer.seat ? -1 : seat;
}

function head(seat: Seat): HTMLElement {
  return make("th", { scope: "col", title: nameOf(seat) }, face(seat), make("span", { class: "unseen" }, nameOf(seat)));
}

function cell(points: number, best: Seat | undefined): HTMLElement {
  if (!best) return make("td", {}, number(points));
  return make("td", { class: `best seat-${best.look}` }, make("b", {}, number(points)));
}

function total({ score }: Seat): HTMLElement {
  return make("td", {}, make("b", {}, number(score)));
}

/** "Grant St. 7 · Adams Blvd. 3" */
function formatSources(sources: Seat["sources"]): string {
  return sources.map(([label, points]) => `${label}\u00a0${number(points)}`).join(" · ");
}

function number(points: number): string {
  return String(points).replace("-", "−");
}
