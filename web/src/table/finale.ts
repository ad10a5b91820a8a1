// The end of a game in the column: a podium, the categories of the score, the turning point. It unfolds once before the eyes of
// whoever was there when the game ended, can be skipped, and is simply there on a later visit.
import { get } from "../net/api.ts";
import type { Finale as Found, Seat, View } from "../net/types.ts";
import { countTo } from "../stage/effects.ts";
import { animate } from "../stage/flight.ts";
import { face, nameOf, type Seats, sign } from "../stage/seats.ts";
import { Sky } from "../stage/sky.ts";
import { announce } from "../ui/announce.ts";
import { button, find, findAll, make } from "../ui/dom.ts";
import { motionAllowed, pace } from "../ui/settings.ts";
import { t } from "../ui/words.ts";
import { categories, folded, places, type Row } from "./results.ts";

/** What happens when (ms after the last points have arrived). */
const DUSK = 900;
const SPARKS = 1800;
const PODIUM = 2200;
const TABLE = 1000; // after the podium
const ROW = 120;
const MANY_ROWS = 5;
const LEAST_ROWS = 3;

export class Finale {
  private readonly place = find("#finale");
  private readonly sky = new Sky();
  private timers: number[] = [];
  private view: View | undefined;
  private found: Found | undefined;
  private drawn = "";

  constructor(
    private readonly seats: Seats,
    private readonly showBoard: (svg: string) => void,
  ) {
    new ResizeObserver(() => this.fit()).observe(this.place);
  }

  /** The board of a view: at the end the winner's city, once it is known. */
  boardOf({ over }: View, parts: View["parts"]): string {
    return (over && this.found?.board) || parts.board;
  }

  /** A view is there; `live`: its game has just ended, and `ready` resolves when its last scenes are over. */
  show(view: View, live: boolean, ready: Promise<void>): void {
    this.view = view;
    this.sky.tell(view.over);
    if (!view.over) return this.leave();
    const state = JSON.stringify([view.over, view.lang]);
    if (state === this.drawn) return;
    this.drawn = state;
    void this.load(view);
    if (!live || !motionAllowed()) return this.finish(false);
    announce(`${view.over.headline}. ${view.over.reason}`);
    void ready.then(() => this.unfold());
  }

  /** All at once: somebody has touched the page, or was not there at the end. */
  skip(): void {
    if (!this.timers.length) return;
    this.finish(false);
  }

  private unfold(): void {
    this.at(DUSK, () => this.sky.fall(true, true));
    this.at(SPARKS, () => this.sky.burst());
    this.at(PODIUM, () => this.finish(true));
  }

  private at(time: number, act: () => void): void {
    this.timers.push(window.setTimeout(act, time * pace()));
  }

  private finish(live: boolean): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers = [];
    this.sky.fall(true, false);
    document.body.classList.add("podium");
    this.place.hidden = false;
    this.draw();
    if (live) this.rise();
  }

  private leave(): void {
    this.drawn = "";
    this.found = undefined;
    for (const timer of this.timers) clearTimeout(timer);
    this.timers = [];
    this.place.hidden = true;
    this.sky.fall(false, false);
    document.body.classList.remove("podium");
  }

  /** The winner's city and the turning point come by themselves: a game that nobody looks at to its end costs nothing. */
  private async load(view: View): Promise<void> {
    const seat = view.viewer.seat === null ? "" : `&seat=${view.viewer.seat}`;
    try {
      this.found = await get<Found>(`/api/replays/${view.id}/finale?lang=${view.lang}${seat}`);
    } catch {
      return; // podium and categories are enough
    }
    this.showBoard(this.found.board);
    if (!this.place.hidden) this.draw();
  }

  // --- The column -----------------------------------------------------------------------------------------------------

  private draw(): void {
    const { view } = this;
    if (!view?.over) return;
    this.place.classList.toggle("many", view.seats.length > 3);
    const parts = [this.podium(view), table(view), this.turning(view)];
    this.place.replaceChildren(...parts.filter((part): part is HTMLElement => part !== undefined));
    this.fit();
  }

  private podium(view: View): HTMLElement {
    const steps = places(view.seats, view.over?.winners ?? []).map(({ seat, rank, first }) => {
      const step = button("", () => this.seats.showSources(seat.seat, step), {
        class: `place seat-${seat.look}`,
        "data-rank": String(Math.min(rank, 4)),
        "aria-label": t("{rank}. {name}: {points} points", { rank, name: nameOf(seat), points: seat.score }),
      });
      const score = make("strong", { class: "seat-score" }, String(seat.score).replace("-", "−"));
      const name = make("span", { class: "place-name" }, nameOf(seat));
      // The space parts the words for whoever hears them; the layout drops it.
      step.append(...(first ? [crown()] : []), face(seat), name, " ", make("span", { class: "block" }, score));
      return make("li", {}, step);
    });
    return make("ol", { class: "steps-up" }, ...steps);
  }

  private turning({ links }: View): HTMLElement | undefined {
    const turn = this.found?.turning;
    if (!this.found || !turn) return undefined;
    const curve = make("div", { class: "curve-box" });
    curve.innerHTML = this.found.curve;
    const to = `${links.replay}&at=${turn.at}#watch`;
    const head = make("div", { class: "turning-head" }, make("h3", {}, t("The turning point")));
    if (links.replay) head.append(make("a", { class: "button watch", href: to }, t("Watch it")));
    const said = make("p", { title: turn.text }, make("b", {}, turn.gain), ` ${turn.text}`);
    return make("section", { class: "turning" }, head, curve, said);
  }

  /** Everything on one screen: categories that have no room are counted together, then the sentence gets shorter, then the
   * curve goes, then more categories. */
  private fit(): void {
    const { place, view } = this;
    if (place.hidden || !view) return;
    place.classList.remove("terse", "short");
    const all = categories(view.seats);
    fillRows(place, view.seats, all);
    this.fold(view.seats, all, MANY_ROWS);
    for (const less of ["terse", "short"]) place.classList.toggle(less, this.isFull);
    this.fold(view.seats, all, LEAST_ROWS);
  }

  private fold(seats: Seat[], rows: Row[], least: number): void {
    for (let most = rows.length - 1; most >= least && this.isFull; most--)
      fillRows(this.place, seats, folded(rows, most, t("Other")));
  }

  private get isFull(): boolean {
    return this.place.scrollHeight > this.place.clientHeight + 1;
  }

  // --- Movement -------------------------------------------------------------------------------------------------------

  /** The podium grows from the last place to the first, the scores count up, a crown drops; then row after row appears. */
  private rise(): void {
    const steps = findAll<HTMLElement>(".place", this.place);
    const late = (rank: number): number => 260 * Math.max(0, 3 - rank);
    for (const step of steps) {
      const delay = late(Number(step.dataset.rank));
      delayed(find(".block", step), [{ clipPath: "inset(100% 0 0)" }, { clipPath: "inset(0)" }], 420, delay);
      const score = find(".seat-score", step);
      const points = Number(score.textContent?.replace("−", "-"));
      score.dataset.value = "0";
      countTo(score, points);
    }
    for (const each of findAll(".crown", this.place))
      delayed(
        each,
        [
          { translate: "0 -30px", opacity: 0 },
          { translate: "0 0", opacity: 1 },
        ],
        320,
        960,
      );
    for (const [index, row] of findAll(".results tr, .turning", this.place).entries())
      delayed(row, [{ opacity: 0 }, { opacity: 1 }], 260, TABLE + ROW * index);
  }
}

function delayed(element: Element, steps: Keyframe[], duration: number, delay: number): void {
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
function table({ seats }: View): HTMLElement | undefined {
  const rows = categories(seats);
  if (!rows.length) return undefined;
  const heads = seats.map((seat) => {
    const name = make("span", { class: seats.length > 2 ? "unseen" : "" }, nameOf(seat));
    return make("th", { scope: "col" }, make("span", { class: "head" }, sign(seat.look), name));
  });
  const found = make(
    "table",
    { class: "results" },
    make("caption", { class: "unseen" }, t("Where the points come from")),
    make("thead", {}, make("tr", {}, make("td", {}), ...heads)),
    make("tbody", {}),
  );
  fillRows(found, seats, rows);
  return found;
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
