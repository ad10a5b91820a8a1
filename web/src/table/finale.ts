// The end of a game: the points are counted on the board, then the column tells all. It unfolds once before the eyes of whoever
// was there when the game ended, can be skipped, and is simply there later. What shows it is loaded when it is needed.
import { get } from "../net/api.ts";
import type { Finale as Found, View } from "../net/types.ts";
import type { Counting } from "../stage/counting.ts";
import { nameOf, type Seats } from "../stage/seats.ts";
import { Sky } from "../stage/sky.ts";
import { asBefore, countedSoFar } from "../stage/withheld.ts";
import { announce } from "../ui/announce.ts";
import { pause } from "../ui/pause.ts";
import { allowsMotion, pace } from "../ui/settings.ts";
import { play } from "../ui/sound.ts";
import type { Column } from "./column.ts";
import { loadLazily } from "./lazy-load.ts";

/** What happens when (ms after the points are counted). */
const SPARKS = 100;
const PODIUM = 700;
const AT_ONCE = 900; // a game that was given up has nothing to count: its evening falls first
const LOAD_TIMEOUT = 2500; // ms that the count is waited for

export class Finale {
  private readonly sky = new Sky();
  private counting: Counting | undefined;
  private burst = (): void => undefined;
  private column: Column | undefined;
  private timers: number[] = [];
  private view: View | undefined;
  private found: Found | undefined;
  /** What shows the end is there, or cannot be had; then also what it shows. */
  private ready: Promise<void> = Promise.resolve();
  private loading: Promise<void> = Promise.resolve();
  private state = "";
  private aside = "";
  /** What may be known of a finished game now; undefined: everything. */
  private withheld: ((view: View) => View) | undefined;
  /** Everything may stand there now. */
  private done = false;

  constructor(
    private readonly seats: Seats,
    private readonly page: {
      showBoard(svg: string): void;
      /** Other scores may be known than before. */
      redraw(): void;
      /** Until the buttons of the end are there. */
      panelsShown(): Promise<void>;
    },
  ) {}

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
    if (allowsMotion() && !document.hidden) this.withheld = (now) => asBefore(now, before);
  }

  get isWithheld(): boolean {
    return this.withheld !== undefined;
  }

  /** A view with the scores that may be known now. */
  visible(view: View): View {
    return this.withheld?.(view) ?? view;
  }

  /** A view is there; `live`: its game has just ended. */
  show(view: View, live: boolean): void {
    this.view = view;
    if (!view.over) return this.leave();
    const state = JSON.stringify([view.over, view.lang]);
    if (state === this.state) return;
    this.state = state;
    this.done = false;
    if (!live) this.loading = this.load(view);
    void this.begin(view, live);
  }

  private async begin(view: View, live: boolean): Promise<void> {
    await this.ready;
    if (!this.view?.over || this.done) return; // skipped meanwhile, or taken back
    if (live && this.withheld) return this.unfold(view);
    this.finish(false);
    this.say(view);
    if (live) void this.goOn();
  }

  /** Rematch is what comes next; nobody is drawn away from where they are. */
  private async goOn(): Promise<void> {
    await this.page.panelsShown();
    if (document.activeElement === document.body) document.querySelector<HTMLElement>("#end .primary")?.focus();
  }

  /** All at once: somebody has touched the page. Whether there was something to skip. */
  skip(): boolean {
    if (!this.withheld && !this.timers.length) return false;
    if (this.view?.over) this.finish(false);
    return true;
  }

  private async unfold(view: View): Promise<void> {
    await Promise.race([this.loading, pause(LOAD_TIMEOUT)]);
    if (!this.withheld) return; // skipped meanwhile
    const steps = this.found?.count ?? [];
    if (steps.length) await this.count(view, steps);
    if (!this.withheld) return;
    document.body.classList.toggle("counting", steps.length > 0); // cards and rows stay until the podium is there
    this.announce(view, true);
    const after = steps.length ? 0 : AT_ONCE;
    this.at(after + SPARKS, () => this.burst());
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
        this.column?.drawCounted(view.seats, steps.slice(0, counted));
      },
      sound: (points) => void play([{ points }]),
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
  private announce(view: View, live: boolean): void {
    this.withheld = undefined;
    this.sky.fall(true, live);
    this.sky.announce(view.over);
    this.page.redraw();
    if (live) this.say(view);
    if (live) void play(["end"]);
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
    if (view) this.announce(view, withheld !== undefined && !live);
    this.done = true;
    this.present();
    if (live) this.column?.rise(counted);
    if (live || withheld) void this.goOn();
  }

  /** What is there by now: the winner's city, the column, the button that counts once more. */
  private present(): void {
    const { view, found } = this;
    if (!this.done || !view?.over) return;
    if (found) this.page.showBoard(found.board);
    this.column?.draw(view, found);
    this.counting?.offer(found?.count.length ? () => this.again() : undefined);
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
    this.done = false;
    this.column?.hide();
  }

  private leave(): void {
    this.state = "";
    this.found = undefined;
    this.hush();
    this.hide();
    this.counting?.offer(undefined);
    this.sky.announce(null);
    this.sky.fall(false, false);
  }

  /** City, count and turning point come by themselves: a game that nobody looks at to its end costs nothing. */
  private async load(view: View): Promise<void> {
    const seat = view.viewer.seat === null ? "" : `&seat=${view.viewer.seat}`;
    const finding = get<Found>(`/api/replays/${view.id}/finale?lang=${view.lang}${seat}`).catch(() => undefined);
    this.ready = Promise.race([this.prepare(), pause(LOAD_TIMEOUT)]); // the sky shows who has won, and the cards why
    await this.ready;
    this.found = await finding; // without it podium and categories are enough
    this.present();
  }

  private async prepare(): Promise<void> {
    const { burst, Counting, Column } = await loadLazily();
    this.counting ??= new Counting(this.sky);
    this.column ??= new Column(this.seats);
    this.burst = burst;
    this.present();
  }
}
