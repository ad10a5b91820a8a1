// The column of the end: a podium, the categories of the score by players, the turning point, all on one screen.
import type { Finale as Found, Seat, TurningPoint, View } from "../net/types.ts";
import { countTo } from "../stage/effects.ts";
import { animate } from "../stage/flight.ts";
import { face, nameOf, type Seats, sign } from "../stage/seats.ts";
import { button, find, findAll, make } from "../ui/dom.ts";
import { pace } from "../ui/settings.ts";
import { ngettext, t } from "../ui/translations.ts";
import { offerApart, offers } from "./after.ts";
import { barsOf, categories, foldRows, type Place, places, type Row, row } from "./results.ts";

const TABLE = 1000; // ms after the podium
const ROW = 120;
const MANY_ROWS = 5;
const LEAST_ROWS = 2;
const LONGEST_NAME = 22; // letters of a row that several share
/** What is left out where there is no room for it: the own best move, the curve. */
const LESS = ["bare", "short"];

export class Column {
  private readonly place = find("#finale");
  /** What it shows; undefined while points are counted. */
  private view: View | undefined;
  /** The columns of the table of categories: the seats in the order of the podium. */
  private columns: Seat[] = [];

  constructor(private readonly seats: Seats) {
    new ResizeObserver(() => this.fit()).observe(this.place);
  }

  hide(): void {
    this.place.hidden = true;
    document.body.classList.remove("podium");
  }

  draw(view: View, analysis: Found | undefined): void {
    this.view = view;
    this.place.hidden = false;
    document.body.classList.add("podium");
    this.place.classList.toggle("many", view.seats.length > 3);
    const standing = places(view.seats, view.over?.winners ?? []);
    this.columns = standing.map(({ seat }) => seat);
    const rows = categories(this.columns);
    const parts = [
      this.podium(standing),
      rows.length ? table(this.columns, rows) : undefined,
      turning(view, analysis),
      offers(view, analysis?.next),
    ];
    this.place.replaceChildren(...parts.filter((part): part is HTMLElement => part !== undefined));
    this.fit();
  }

  /** What is counted so far, row by row. */
  drawCounted(seats: Seat[], steps: Found["count"]): void {
    this.view = undefined;
    const rows = steps.filter(({ points }) => points.some(Boolean)).map(({ name, points }) => row(name, points));
    this.place.hidden = false;
    this.place.replaceChildren(...(rows.length ? [table(seats, rows)] : []));
    this.fold(seats, rows, LEAST_ROWS);
  }

  private podium(standing: Place[]): HTMLElement {
    const bars = barsOf(standing.map(({ seat }) => seat.score));
    const steps = standing.map(({ seat, rank, first }) => {
      const step = button("", () => this.seats.showSources(seat.seat, step), {
        class: `place seat-${seat.look}`,
        "data-rank": String(Math.min(rank, 4)),
        "aria-label": ngettext("{rank}. {name}: {count} point", "{rank}. {name}: {count} points", seat.score, {
          rank,
          name: nameOf(seat),
        }),
      });
      const score = make("strong", { class: "seat-score" }, String(seat.score).replace("-", "−"));
      const name = make("span", { class: "place-name" }, nameOf(seat));
      const bar = make("span", { class: seat.score < 0 ? "block below" : "block" });
      const { height, foot } = bars(seat.score);
      bar.style.setProperty("--share", String(height));
      bar.style.setProperty("--foot", String(foot));
      // The space parts the words for whoever hears them; the layout drops it.
      step.append(...(first ? [crown()] : []), face(seat), name, " ", score, bar);
      return make("li", {}, step);
    });
    return make("ol", { class: "steps-up" }, ...steps);
  }

  /** Everything on one screen: categories that have no room are counted together, then the own best move and the curve go, then
   * more categories: a sentence is told whole. */
  private fit(): void {
    const { place, columns: seats } = this;
    if (place.hidden || !this.view) return;
    place.classList.remove(...LESS);
    const all = categories(seats);
    fillRows(place, seats, all);
    this.fold(seats, all, MANY_ROWS);
    const more = place.querySelector<HTMLElement>(".after");
    if (more) more.popover = null;
    for (const less of LESS) place.classList.toggle(less, this.isFull);
    if (more) offerApart(more, this.isFull);
    this.fold(seats, all, LEAST_ROWS);
  }

  private fold(seats: Seat[], rows: Row[], least: number): void {
    for (let most = rows.length - 1; most >= least && this.isFull; most--)
      fillRows(this.place, seats, foldRows(rows, most, joinNames));
  }

  private get isFull(): boolean {
    return this.place.scrollHeight > this.place.clientHeight + 1;
  }

  // --- Movement -------------------------------------------------------------------------------------------------------

  /** The podium grows from the last place to the first, the scores count up, a crown drops; then row after row appears, unless
   * that happened when they were counted. */
  rise(counted: boolean): void {
    const steps = findAll<HTMLElement>(".place", this.place);
    const late = (rank: number): number => 260 * Math.max(0, 3 - rank);
    for (const step of steps) {
      const delay = late(Number(step.dataset.rank));
      animateLater(find(".block", step), [{ clipPath: "inset(100% 0 0)" }, { clipPath: "inset(0)" }], 420, delay);
      const score = find(".seat-score", step);
      const points = Number(score.textContent?.replace("−", "-"));
      score.dataset.value = "0";
      countTo(score, points);
    }
    for (const crown of findAll(".crown", this.place))
      animateLater(
        crown,
        [
          { translate: "0 -30px", opacity: 0 },
          { translate: "0 0", opacity: 1 },
        ],
        320,
        960,
      );
    for (const [index, row] of findAll(counted ? ".turning" : ".results tr, .turning", this.place).entries())
      animateLater(row, [{ opacity: 0 }, { opacity: 1 }], 260, TABLE + ROW * index);
  }
}

/** The curve with the turning point, and the viewer's own best move, if that is another one. */
function turning({ links }: View, analysis: Found | undefined): HTMLElement | undefined {
  if (!analysis?.turning) return undefined;
  const curve = make("div", { class: "curve-box" });
  curve.innerHTML = analysis.curve;
  const same = analysis.best?.at === analysis.turning.at;
  const heading = same ? t("The turning point: your best move") : t("The turning point");
  const [head, said] = moment(heading, analysis.turning, links.replay);
  const own = analysis.best && !same ? moment(t("Your best move"), analysis.best, links.replay) : [];
  const best = own.length ? [make("div", { class: "best-move" }, ...own)] : [];
  return make("section", { class: "turning" }, head, curve, said, ...best);
}

/** A moment of the game: its heading with the way there, and its sentence. */
function moment(heading: string, { at, gain, text }: TurningPoint, replay: string | null): [HTMLElement, HTMLElement] {
  const head = make("div", { class: "turning-head" }, make("h3", {}, heading));
  const label = `${t("Watch")}: ${heading}`;
  const link = { class: "button watch", href: `${replay}&at=${at}#watch`, "aria-label": label };
  if (replay) head.append(make("a", link, t("Watch")));
  return [head, make("p", {}, make("b", {}, gain), ` ${text}`)];
}

function animateLater(element: Element, steps: Keyframe[], duration: number, delay: number): void {
  animate(element, steps, duration).effect?.updateTiming({ delay: delay * pace() });
}

function crown(): SVGSVGElement {
  const icon = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  icon.setAttribute("viewBox", "0 0 36 24");
  icon.setAttribute("class", "crown");
  icon.setAttribute("aria-hidden", "true");
  icon.innerHTML = '<path d="M3 21 1.5 6l9 6L18 2l7.5 10 9-6L33 21z"/>';
  return icon;
}

/** Categories and players; the best of a row stands in that seat's wash. */
function table(seats: Seat[], rows: Row[]): HTMLElement {
  const heads = seats.map((seat) => {
    const name = make("span", { class: seats.length > 2 ? "unseen" : "" }, nameOf(seat));
    return make("th", { scope: "col" }, make("span", { class: "head" }, sign(seat.look), name));
  });
  const table = make(
    "table",
    { class: "results" },
    make("caption", { class: "unseen" }, t("Where the points come from")),
    make("thead", {}, make("tr", {}, make("td", {}), ...heads)),
    make("tbody", {}),
  );
  fillRows(table, seats, rows);
  return table;
}

function fillRows(place: HTMLElement, seats: Seat[], rows: Row[]): void {
  const body = place.querySelector("tbody");
  body?.replaceChildren(
    ...rows.map(({ name, points, best }) => {
      const cells = points.map((value, index) => {
        const text = String(value).replace("-", "−");
        if (best !== index) return make("td", {}, text);
        return make("td", { class: `best seat-${seats[index]?.look}` }, make("b", {}, text));
      });
      return make("tr", {}, make("th", { scope: "row" }, name), ...cells);
    }),
  );
}

/** The names of rows that are counted together, where they are short. */
function joinNames(names: string[]): string {
  const together = names.join(", ");
  return together.length <= LONGEST_NAME ? together : t("{count} more", { count: names.length });
}
