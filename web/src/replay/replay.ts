// The replay page: a finished game step by step. Every event has an address of its own.
import { explain, get } from "../net/api.ts";
import type { About, CountedStep, Finale, ReplayView } from "../net/types.ts";
import { Board, TOUCHABLE } from "../stage/board.ts";
import { Bubble } from "../stage/bubble.ts";
import { Counting } from "../stage/counting.ts";
import { burst } from "../stage/fireworks.ts";
import { gainers, showGains } from "../stage/gains.ts";
import { Log } from "../stage/log.ts";
import { glide, NO_ENDS, record, skipMotion } from "../stage/motion.ts";
import { facesIn, namesIn, type Seating, Seats } from "../stage/seats.ts";
import { Sky } from "../stage/sky.ts";
import { countedSoFar } from "../stage/withheld.ts";
import { announce } from "../ui/announce.ts";
import { copyText, find, findAll, setText } from "../ui/dom.ts";
import { allowsMotion } from "../ui/settings.ts";
import { play } from "../ui/sound.ts";
import { t } from "../ui/translations.ts";
import { Review } from "./review.ts";

const PACE = 1100; // ms per event while playing
const WATCHED = "#watch"; // the address names the event that is to be seen happening

export function startReplay(): void {
  const { replay, at, total } = document.body.dataset;
  new Replay(replay ?? "", Number(at), Number(total)).open();
}

class Replay {
  private readonly board = new Board();
  private readonly seats = new Seats();
  private readonly log = new Log((at) => `?at=${at}`);
  private readonly slider = find<HTMLInputElement>("#replay-slider");
  private readonly stage = find("#stage");
  private readonly sky = new Sky();
  private readonly counting = new Counting(this.sky);
  private readonly review: Review;
  private readonly views = new Map<number, Promise<ReplayView>>();
  private timer = 0;
  private requestedAt = -1;
  private counted: Promise<Finale> | undefined;
  private current: ReplayView | undefined;

  constructor(
    private readonly id: string,
    private at: number,
    private readonly total: number,
  ) {
    this.review = new Review(
      id,
      (to) => this.jump(to),
      (verdicts) => this.log.judge(verdicts),
    );
  }

  open(): void {
    this.listen();
    const watched = location.hash === WATCHED;
    void this.loadLog().then(() => this.go(watched ? this.at - 1 : this.at));
    if (watched) this.timer = window.setInterval(() => this.playOnce(), PACE);
  }

  private listen(): void {
    const steps: Record<string, () => void> = {
      first: () => this.go(0),
      back: () => this.go(this.requestedAt - 1),
      play: () => this.playOrPause(),
      next: () => this.go(this.requestedAt + 1),
      last: () => this.go(this.total),
    };
    for (const press of findAll<HTMLButtonElement>("[data-step]")) {
      const step = steps[press.dataset.step ?? ""];
      press.addEventListener("click", () => {
        if (press.dataset.step !== "play") this.pause();
        step?.();
      });
    }
    this.slider.addEventListener("input", () => this.jump(Number(this.slider.value)));
    find("#replay-copy").addEventListener("click", (event) => void this.copyLink(event.currentTarget as HTMLElement));
    find("#log").addEventListener("click", (event) => this.followLine(event));
    document.addEventListener("keydown", (event) => this.key(event));
    new Bubble("#stage", { about: (name) => (name ? this.about(name) : undefined) });
  }

  /** What a thing is in the position that is shown. */
  private about(name: string): Promise<About> {
    return get<About>(`/api/replays/${this.id}/about/${encodeURIComponent(name)}?at=${this.at}`);
  }

  private jump(to: number): void {
    this.pause();
    this.go(to);
  }

  private followLine(event: Event): void {
    const row = (event.target as Element).closest<HTMLElement>("[data-at]");
    if (!row) return;
    event.preventDefault();
    this.jump(Number(row.dataset.at));
  }

  private key(event: KeyboardEvent): void {
    const target = event.target as Element;
    if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input, select, textarea")) return;
    const moves: Record<string, number> = {
      ArrowLeft: this.requestedAt - 1,
      ArrowRight: this.requestedAt + 1,
      Home: 0,
      End: this.total,
    };
    const to = moves[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.jump(to);
  }

  // --- Showing ----------------------------------------------------------------------------------------------------

  private go(to: number): void {
    const at = Math.min(Math.max(to, 0), this.total);
    if (at === this.requestedAt) return;
    this.requestedAt = at;
    this.slider.value = String(at);
    void this.show(at);
  }

  private async show(at: number): Promise<void> {
    try {
      const view = await this.load(at);
      if (this.requestedAt === at) this.draw(view, at);
      if (at < this.total) void this.load(at + 1);
    } catch (error) {
      setText(find("#replay-line"), explain(error).text);
    }
  }

  /** The position after `at` events; each is fetched once. */
  private load(at: number, log: "whole" | "last" = "last"): Promise<ReplayView> {
    const cached = this.views.get(at) ?? get<ReplayView>(`/api/replays/${this.id}?at=${at}&log=${log}`);
    this.views.set(at, cached);
    cached.catch(() => this.views.delete(at));
    return cached;
  }

  private async loadLog(): Promise<void> {
    try {
      const { log, links } = await this.load(this.total, "whole");
      this.log.draw(log);
      find<HTMLAnchorElement>("#replay-record").href = links.record;
    } catch (error) {
      setText(find("#replay-line"), explain(error).text);
    }
  }

  private draw(view: ReplayView, at: number): void {
    skipMotion();
    const onward = at - this.at;
    const steps = Math.abs(onward);
    const spots = steps <= 2 ? record(this.stage) : undefined;
    this.at = at;
    this.board.names = namesIn(seating(view));
    this.board.faces = facesIn(seating(view));
    this.board.draw(view.parts);
    this.counting.stop();
    this.counting.offer(undefined);
    for (const piece of findAll(TOUCHABLE, this.stage)) piece.setAttribute("role", "img");
    this.seats.draw(seating(view));
    if (onward === 1 && this.current) showGains(gainers(this.current, view), this.seats);
    this.current = view;
    this.log.mark(at);
    this.review.mark(at);
    const line = at === 0 ? t("Start of the game") : view.line;
    setText(find("#replay-line"), line);
    setText(find("#replay-count"), t("Event {at} of {total}", { at, total: this.total }));
    this.slider.setAttribute("aria-valuetext", `${at}: ${line}`);
    announce(line);
    const sound = view.log.at(-1)?.sound;
    if (steps === 1 && sound) void play([sound]);
    history.replaceState(null, "", `?at=${at}${location.hash}`);
    void glide(this.stage, spots, NO_ENDS);
    void this.drawEnd(view, onward === 1 && allowsMotion());
  }

  /** Evening falls over the last position of a game that was played to its end or given up; whoever comes there step by step
   * sees the points counted first. */
  private async drawEnd(view: ReplayView, live: boolean): Promise<void> {
    const { over } = view;
    const steps = over ? await this.steps() : [];
    if (this.current !== view) return;
    if (steps.length) this.counting.offer(() => void this.count(view, steps));
    if (steps.length && live) return this.count(view, steps);
    this.sky.announce(over);
    this.sky.fall(over !== null, live);
    if (over && live) burst();
  }

  private async count(view: ReplayView, steps: CountedStep[]): Promise<void> {
    await this.counting.play(steps, {
      looks: view.seats.map(({ look }) => look),
      card: (seat) => this.seats.chip(seat)?.getBoundingClientRect(),
      counted: (counted) => this.seats.draw(countedSoFar(seating(view), steps, counted)),
      sound: (points) => void play([{ points }]),
      skip: () => this.counting.stop(),
    });
    if (this.current !== view) return;
    this.seats.draw(seating(view));
    this.sky.announce(view.over);
    burst();
  }

  /** What was counted at the end, fetched once. */
  private async steps(): Promise<CountedStep[]> {
    this.counted ??= get<Finale>(`/api/replays/${this.id}/finale`);
    try {
      return (await this.counted).count;
    } catch {
      this.counted = undefined;
      return [];
    }
  }

  // --- Playing ----------------------------------------------------------------------------------------------------

  private playOrPause(): void {
    if (this.timer) return this.pause();
    if (this.requestedAt === this.total) this.go(0);
    this.timer = window.setInterval(() => this.playOn(), PACE);
    this.showPlaying(true);
  }

  private playOn(): void {
    if (this.requestedAt >= this.total) return this.pause();
    this.go(this.requestedAt + 1);
  }

  /** The one event for whose sake somebody has come. */
  private playOnce(): void {
    this.pause();
    history.replaceState(null, "", location.pathname + location.search);
    this.go(this.requestedAt + 1);
  }

  private pause(): void {
    clearInterval(this.timer);
    this.timer = 0;
    this.showPlaying(false);
  }

  private showPlaying(playing: boolean): void {
    const press = find('[data-step="play"]');
    press.setAttribute("aria-label", playing ? t("Pause") : t("Autoplay"));
    press.classList.toggle("playing", playing);
  }

  private copyLink(from: HTMLElement): Promise<boolean> {
    const address = `${location.origin}${location.pathname}?at=${this.at}`;
    return copyText(address, from, t("Copied"));
  }
}

/** In a replay everybody is at the table and nobody is to move. */
function seating(view: ReplayView): Seating {
  const seats = view.seats.map((seat) => ({
    ...seat,
    kind: seat.level === null ? ("human" as const) : ("bot" as const),
    bot: null,
    rating: null,
    provisional: false,
    guest: false,
    mark: "",
    character: "",
    online: true,
    thinking: false,
    yours: false,
    substituted: false,
    may_return: false,
    kept: false,
    time: null,
  }));
  return { seats, viewer: { seats: [] }, turn: { actors: [] }, over: view.over };
}
