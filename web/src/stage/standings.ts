// How it stands, in words: who leads by how much and from what, and where the points of all come from.
import type { Seat } from "../net/types.ts";
import { find, make } from "../ui/dom.ts";
import { t } from "../ui/translations.ts";
import { roomBelow } from "./growing.ts";
import { leadOf, type Reason } from "./lead.ts";
import { face, nameOf, type Seating } from "./seats.ts";

const MAX_NAMED_SOURCES = 3; // sources that the sentence names
const GAP = 14; // px above it

export class Standings {
  private readonly root = find("#standing");
  private content = "";

  constructor() {
    new ResizeObserver(() => this.fit()).observe(find(".between"));
  }

  /** In the column it stands only where there is room left; in the sheet one scrolls to it. */
  fit(): void {
    const column = this.root.parentElement;
    this.root.hidden = false;
    if (!column?.matches(".between")) return;
    const needed = this.root.offsetHeight + GAP;
    this.root.hidden = true;
    const aside = find("#aside-part");
    const story = find("#story");
    const above = story.offsetHeight ? story : aside; // it is hidden where it has nothing to say, or no room
    this.root.hidden = isCut(aside) || roomBelow(column, above) < needed;
  }

  draw({ seats, viewer }: Pick<Seating, "seats" | "viewer">): void {
    this.root.hidden = true; // the story comes first
    const sat = seats.filter(({ kind }) => kind !== "open");
    const content = JSON.stringify(sat.map(({ name, kind, score, sources }) => [name, kind, score, sources]));
    if (content === this.content) return;
    this.content = content;
    if (!sat.some(({ sources }) => sources.length)) return this.root.replaceChildren();
    this.root.replaceChildren(
      make("p", {}, sentence(sat, viewer.seats)),
      make("ul", {}, ...sat.map((seat) => make("li", {}, face(seat), origins(seat)))),
    );
  }
}

/** Whether one would have to scroll for a part of the title's own table. */
function isCut({ scrollHeight, clientHeight }: HTMLElement): boolean {
  return scrollHeight > clientHeight + 1;
}

/** "Ada leads Max by 6: Parks 10 : 0, Houses 8 : 4." */
function sentence(seats: Seat[], own: number[]): string {
  const lead = leadOf(seats);
  const leader = seats.find(({ seat }) => seat === lead?.seat);
  if (!lead || !leader) return seats.length > 1 ? t("No one is ahead.") : "";
  const next = seats.find(({ seat }) => seat === lead.next);
  const fields = {
    name: nameOf(leader),
    rival: next ? nameOf(next) : "",
    points: lead.by,
    sources: lead.from.slice(0, MAX_NAMED_SOURCES).map(formatSource).join(", "),
  };
  if (own.length === 1 && own[0] === lead.seat) return t("You lead {rival} by {points}: {sources}.", fields);
  if (own.length === 1 && own[0] === lead.next) return t("{name} leads you by {points}: {sources}.", fields);
  return t("{name} leads {rival} by {points}: {sources}.", fields);
}

/** "Parks 10 : 0": what both have there, the leader's first. */
function formatSource({ label, mine, theirs }: Reason): string {
  return `${label} ${mine} : ${theirs}`.replaceAll("-", "−");
}

/** Everything that a seat has points from. */
function origins({ sources }: Seat): HTMLElement {
  const parts = sources.map(([label, points]) => `${label}\u00a0${String(points).replace("-", "−")}`);
  return make("span", {}, parts.join(" · ") || t("nothing yet"));
}
