// The end of a game: the points are counted on the board, then the column has a podium, the categories of the score, the turning
// point. It unfolds once before the eyes of whoever was there when the game ended, can be skipped, and is simply there later.
import { get } from "../net/api.ts";
import type { Finale as Found, Seat, TurningPoint, View } from "../net/types.ts";
import type { Counting } from "../stage/counting.ts";
import { countTo } from "../stage/effects.ts";
import { animate } from "../stage/flight.ts";
import { face, nameOf, type Seats, sign } from "../stage/seats.ts";
import { Sky } from "../stage/sky.ts";
import { asBefore, countedSoFar } from "../stage/withheld.ts";
import { announce } from "../ui/announce.ts";
import { button, find, findAll, make } from "../ui/dom.ts";
import { motionAllowed, pace } from "../ui/settings.ts";
import { play } from "../ui/sound.ts";
import { t } from "../ui/words.ts";
import { endModule } from "./ending.ts";
import { categories, folded, places, type Row, row } from "./results.ts";

/** What happens when (ms after the points are counted). */
const SPARKS = 100;
const PODIUM = 700;
const AT_ONCE = 900; // a game that was given up has nothing to count: its evening falls first
const PATIENCE = 2500; // ms that the count is waited for
const TABLE = 1000; // after the podium
const ROW = 120;
const MANY_ROWS = 5;
const LEAST_ROWS = 3;
/** What is left out where there is no room for it: long sentences, the own best move, the curve. */
const LESS = ["terse", "bare", "short"];

export class Finale {
  private readonly place = find("#finale");
  private readonly sky = new Sky();
  private counting: Counting | undefined;
  private timers: number[] = [];
  private view: View | undefined;
  private found: Found | undefined;
  private loading: Promise<void> = Promise.resolve();
  private drawn = "";
  private aside = "";
  /** What may be known of a finished game now; undefined: everything. */
  private withheld: ((view: View) => View) | undefined;

  constructor(
    private readonly seats: Seats,
    private readonly page: {
      showBoard(svg: string): void;
      /** Other scores may be known than before. */
      redraw(): void;
    },
  ) {
    new ResizeObserver(() => this.fit()).observe(this.place);
  }

  /** The board of a view: at the end the winner's city, once it is known and the points are counted. */
  boardOf({ over }: View, parts: View["parts"]): string {
    return (over && !this.withheld && this.found?.board) || parts.board;
  }

  /** The title's own table beside the board may tell points, too: while they are withheld it stays as it was. */
  asideOf(parts: View["parts"]): string {
    return this.withheld ? this.aside : parts.aside;
  }

  /** A view is coming. Where its game has just ended, what it brought is withheld until it is counted. */
  meet(before: View | undefined, view: View): void {
    if (!view.over) this.withheld = undefined;
    if (!before || before.over || !view.over) return;
    this.loading = this.load(view);
    this.aside = before.parts.aside;
    if (motionAllowed() && !document.hidden) this.withheld = (now) => asBefore(now, before);
  }

  get isWithheld(): boolean {
    return this.withheld !== undefined;
  }

  /** A view with the scores that may be known now. */
  known(view: View): View {
    return this.withheld?.(view) ?? view;
  }

  /** A view is there; `live`: its game has just ended. */
  show(view: View, live: boolean): void {
    this.view = view;
    if (!view.over) return this.leave();
    const state = JSON.stringify([view.over, view.lang]);
    if (state === this.drawn) return;
    this.drawn = state;
    if (!live) this.loading = this.load(view);
    if (live && this.withheld) return void this.unfold(view);
    this.finish(false);
    if (!live) return;
    this.say(view);
    this.goOn();
  }

  /** Rematch is what comes next; nobody is drawn away from where they are. */
  private goOn(): void {
    if (document.activeElement === document.body) document.querySelector<HTMLElement>("#end .primary")?.focus();
  }

  /** All at once: somebody has touched the page. Whether there was something to skip. */
  skip(): boolean {
    if (!this.withheld && !this.timers.length) return false;
    if (this.view?.over) this.finish(false);
    return true;
  }

  private async unfold(view: View): Promise<void> {
    await Promise.race([this.loading, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
    if (!this.withheld) return; // skipped meanwhile
    const steps = this.found?.count ?? [];
    if (steps.length) await this.count(view, steps);
    if (!this.withheld) return;
    document.body.classList.toggle("counting", steps.length > 0); // cards and rows stay until the podium is there
    this.tell(view, true);
    const after = steps.length ? 0 : AT_ONCE;
    this.at(after + SPARKS, () => this.sky.burst());
    this.at(after + PODIUM, () => this.finish(true));
  }

  /** The points are counted on the winner's city. */
  private async count(view: View, steps: Found["count"]): Promise<void> {
    this.page.showBoard(this.found?.board ?? view.parts.board);
    await this.counting?.play(steps, {
      looks: view.seats.map(({ look }) => look),
      card: (seat) => this.seats.chip(seat)?.getBoundingClientRect(),
      counted: (counted) => {
        this.withheld = (now) => countedSoFar(now, steps, counted);
        this.page.redraw();
        this.drawCounted(view.seats, steps.slice(0, counted));
      },
      sound: (points) => play([{ points }]),
      skip: () => this.finish(false),
    });
  }

  /** Once more what everybody knows already. */
  private again(): void {
    const { view, found } = this;
    if (!view || !found) return;
    this.withheld = (now) => countedSoFar(now, found.count, 0);
    this.hide();
    void this.count(view, found.count).then(() => this.withheld && this.finish(true));
  }

  private at(time: number, act: () => void): void {
    this.timers.push(window.setTimeout(act, time * pace()));
  }

  /** The headline is on the sky; nothing is withheld any more. */
  private tell(view: View, live: boolean): void {
    this.withheld = undefined;
    this.sky.fall(true, live);
    this.sky.tell(view.over);
    this.page.redraw();
    if (live) this.say(view);
    if (live) play(["end"]);
  }

  /** The count in a sentence, for whoever hears it. */
  private say({ over, seats }: View): void {
    const scores = seats.map((seat) => `${nameOf(seat)} ${seat.score}`.replace("-", "−"));
    announce(`${over?.headline}. ${over?.reason} ${scores.join(", ")}.`);
  }

  private finish(live: boolean): void {
    const { view, withheld } = this;
    const counted = document.body.classList.contains("counting");
    this.hush();
    if (view) this.tell(view, withheld !== undefined && !live);
    document.body.classList.add("podium");
    this.place.hidden = false;
    this.showCity();
    this.draw();
    this.offer();
    if (live) this.rise(counted);
    if (live || withheld) this.goOn();
  }

  /** Nothing more comes by itself. */
  private hush(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers = [];
    this.withheld = undefined;
    this.counting?.stop();
    document.body.classList.remove("counting");
  }

  private hide(): void {
    this.place.hidden = true;
    document.body.classList.remove("podium");
  }

  private leave(): void {
    this.drawn = "";
    this.found = undefined;
    this.hush();
    this.hide();
    this.counting?.offer(undefined);
    this.sky.tell(null);
    this.sky.fall(false, false);
  }

  /** City, count and turning point come by themselves: a game that nobody looks at to its end costs nothing. */
  private async load(view: View): Promise<void> {
    const seat = view.viewer.seat === null ? "" : `&seat=${view.viewer.seat}`;
    try {
      const { Counting } = await endModule();
      this.counting ??= new Counting(this.sky);
      this.found = await get<Found>(`/api/replays/${view.id}/finale?lang=${view.lang}${seat}`);
    } catch {
      return; // podium and categories are enough
    }
    if (this.place.hidden || this.withheld) return;
    this.showCity();
    this.draw();
    this.offer();
  }

  private showCity(): void {
    if (this.found) this.page.showBoard(this.found.board);
  }

  private offer(): void {
    this.counting?.offer(this.found?.count.length ? () => this.again() : undefined);
  }

  // --- The column -----------------------------------------------------------------------------------------------------

  private draw(): void {
    const { view } = this;
    if (!view?.over) return;
    this.place.classList.toggle("many", view.seats.length > 3);
    const rows = categories(view.seats);
    const parts = [this.podium(view), rows.length ? table(view.seats, rows) : undefined, this.turning(view)];
    this.place.replaceChildren(...parts.filter((part): part is HTMLElement => part !== undefined));
    this.fit();
  }

  /** What is counted so far, row by row. */
  private drawCounted(seats: Seat[], steps: Found["count"]): void {
    const rows = steps.filter(({ points }) => points.some(Boolean)).map(({ name, points }) => row(name, points));
    this.place.hidden = false;
    this.place.replaceChildren(...(rows.length ? [table(seats, rows)] : []));
    this.fold(seats, rows, LEAST_ROWS);
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

  /** The curve with the turning point, and the viewer's own best move, if that is another one. */
  private turning({ links }: View): HTMLElement | undefined {
    const { found } = this;
    if (!found?.turning) return undefined;
    const curve = make("div", { class: "curve-box" });
    curve.innerHTML = found.curve;
    const same = found.best?.at === found.turning.at;
    const heading = same ? t("The turning point: your best move") : t("The turning point");
    const [head, said] = moment(heading, found.turning, links.replay);
    const own = found.best && !same ? moment(t("Your best move"), found.best, links.replay) : [];
    const best = own.length ? [make("div", { class: "best-move" }, ...own)] : [];
    return make("section", { class: "turning" }, head, curve, said, ...best);
  }

  /** Everything on one screen: categories that have no room are counted together, then sentences get shorter, then the own best
   * move and the curve go, then more categories. */
  private fit(): void {
    const { place, view } = this;
    if (place.hidden || !view || this.withheld) return;
    const { seats } = view;
    place.classList.remove(...LESS);
    const all = categories(seats);
    fillRows(place, seats, all);
    this.fold(seats, all, MANY_ROWS);
    for (const less of LESS) place.classList.toggle(less, this.isFull);
    this.fold(seats, all, LEAST_ROWS);
  }

  private fold(seats: Seat[], rows: Row[], least: number): void {
    for (let most = rows.length - 1; most >= least && this.isFull; most--)
      fillRows(this.place, seats, folded(rows, most, t("Other")));
  }

  private get isFull(): boolean {
    return this.place.scrollHeight > this.place.clientHeight + 1;
  }

  // --- Movement -------------------------------------------------------------------------------------------------------

  /** The podium grows from the last place to the first, the scores count up, a crown drops; then row after row appears, unless
   * that happened when they were counted. */
  private rise(counted: boolean): void {
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
    for (const [index, row] of findAll(counted ? ".turning" : ".results tr, .turning", this.place).entries())
      delayed(row, [{ opacity: 0 }, { opacity: 1 }], 260, TABLE + ROW * index);
  }
}

/** A moment of the game: its heading with the way there, and its sentence. */
function moment(heading: string, { at, gain, text }: TurningPoint, replay: string | null): [HTMLElement, HTMLElement] {
  const head = make("div", { class: "turning-head" }, make("h3", {}, heading));
  const label = `${t("Watch it")}: ${heading}`;
  const link = { class: "button watch", href: `${replay}&at=${at}#watch`, "aria-label": label };
  if (replay) head.append(make("a", link, t("Watch it")));
  return [head, make("p", { title: text }, make("b", {}, gain), ` ${text}`)];
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
function table(seats: Seat[], rows: Row[]): HTMLElement {
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
