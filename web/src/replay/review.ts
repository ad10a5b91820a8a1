// The review of a finished game: asked for once, watched while it is worked out, then the curve, what luck and skill made of
// each seat, and the moments worth a look, each a step into the replay and a way to play on from there.

import { explain, get, post } from "../net/api.ts";
import { openTable } from "../net/places.ts";
import { playerName } from "../net/player.ts";
import type { Balance, Review as Found, JudgedEvent, KeyMoment, ReviewedSeat, ReviewReady } from "../net/types.ts";
import { verdictPill } from "../stage/log.ts";
import { sign } from "../stage/seats.ts";
import { announce } from "../ui/announce.ts";
import { button, find, make, setText } from "../ui/dom.ts";
import { pause } from "../ui/pause.ts";
import { Tabs } from "../ui/tabs.ts";
import { percent, t } from "../ui/translations.ts";

const LOOK = 1000; // ms between two looks at the progress
const WISHED = "#review";

export class Review {
  private readonly base: string;
  private readonly tabs: Tabs;
  private isRequested = false;
  private at = 0;

  constructor(
    id: string,
    private readonly jump: (at: number) => void,
    private readonly judge: (verdicts: JudgedEvent[]) => void,
  ) {
    this.base = `/api/replays/${id}`;
    this.tabs = new Tabs(find("#beside"), (name) => this.open(name));
    if (!this.exists) return;
    find("#review-start").addEventListener("click", () => void this.follow(true));
    find("#review").addEventListener("click", (event) => this.clicked(event));
    if (location.hash === WISHED) this.open("review", true);
  }

  /** Games that were broken off have no review. */
  private get exists(): boolean {
    return this.tabs.tabs.length > 0;
  }

  private open(name: string, begin = false): void {
    this.tabs.select(name);
    if (name !== "review" || this.isRequested) return;
    this.isRequested = true;
    void this.follow(begin);
  }

  /** Look until the review is ready; `begin` has it made if need be. */
  private async follow(begin: boolean): Promise<void> {
    setText(find("#review-problem"), "");
    // Asked for again, it goes on where it is; a server process that does not know of it yet begins it.
    const look = () => (begin ? post<Found>(`${this.base}/review`, {}) : get<Found>(`${this.base}/review`));
    try {
      let state = await look();
      while (state.status === "running") {
        this.showProgress(state);
        await pause(LOOK);
        state = await look();
      }
      this.showProgress(state);
      if (state.status === "failed") setText(find("#review-problem"), t("The analysis failed. Try again."));
      if (state.status === "ready") this.draw(state);
    } catch (error) {
      this.showProgress({ status: "none", part: 0 });
      setText(find("#review-problem"), explain(error).text);
    }
  }

  private showProgress({ status, part }: Pick<Found, "status" | "part">): void {
    const running = status === "running";
    const box = find("#review-progress");
    if (running && box.hidden) announce(t("Analysing the game…"));
    box.hidden = !running;
    find("#review-begin").hidden = running || status === "ready";
    find<HTMLProgressElement>("progress", box).value = Math.round(100 * part);
    setText(
      find("#review-said"),
      part
        ? t("Analysing the game: {percent}", { percent: percent(Math.round(100 * part)) })
        : t("Analysing the game…"),
    );
  }

  private draw({ curve, moments, verdicts, seats, note }: ReviewReady): void {
    const picture = make("div", { class: "curve-box" });
    picture.innerHTML = curve;
    const longest = Math.max(1, ...seats.flatMap(({ balances }) => balances.map(({ value }) => Math.abs(value))));
    const picked = moments.length
      ? make("ol", { class: "moments" }, ...moments.map((moment) => this.moment(moment)))
      : make("p", { class: "quiet" }, t("No costly mistakes."));
    const parts = seats.map((seat) => seatPart(seat, longest));
    find("#review").replaceChildren(picture, ...parts, picked, make("p", { class: "quiet small" }, note));
    this.judge(verdicts);
    this.mark(this.at);
    announce(t("The analysis is ready."));
  }

  private moment({
    seat,
    look,
    name,
    number,
    event,
    judged,
    verdict,
    label,
    best,
    best_label,
    why,
    cost,
  }: KeyMoment): HTMLElement {
    const link = make("a", { href: `?at=${event}`, "data-at": String(event) }, label);
    const head = make("p", { class: "moment-head" }, verdictPill(verdict, judged), sign(look), make("span", {}, name));
    const better = make("p", { class: "better" }, t("Better: {move}", { move: best_label }));
    const reasons = why ? [make("p", { class: "why" }, why)] : [];
    const on = button(t("Play from here"), () => void this.playOn(seat, event, best), {
      "aria-label": t("Play from here: {move}", { move: best_label }),
    });
    return make(
      "li",
      { class: `seat-${look}` },
      make("span", { class: "moment-number", "aria-hidden": "true" }, String(number)),
      head,
      make("b", {}, cost),
      link,
      better,
      ...reasons,
      on,
    );
  }

  /** A new table begins at this event, with the better move lying ready. */
  private async playOn(seat: number, at: number, best: string): Promise<void> {
    const say = (text: string): void => setText(find("#review-problem"), text);
    try {
      const { url } = await openTable(`${this.base}/table`, { at, seat, name: playerName() }, say);
      location.assign(`${url}#try=${encodeURIComponent(best)}`);
    } catch (error) {
      say(explain(error).text);
    }
  }

  /** Show on the curve which event is on the board. */
  mark(at: number): void {
    this.at = at;
    const svg = document.querySelector<SVGSVGElement>("#review .curve");
    const last = Number(svg?.dataset.last);
    if (!svg || !last) return;
    const [from, to] = [Number(svg.dataset.from), Number(svg.dataset.to)];
    const x = String(from + ((to - from) * Math.min(at, last)) / last);
    const now = find("#curve-now", svg);
    now.setAttribute("x1", x);
    now.setAttribute("x2", x);
    for (const row of find("#review").querySelectorAll<HTMLElement>("[data-at]")) {
      if (Number(row.dataset.at) === at) row.setAttribute("aria-current", "step");
      else row.removeAttribute("aria-current");
    }
  }

  private clicked(event: Event): void {
    const link = (event.target as Element).closest<HTMLElement | SVGElement>("[data-at]");
    if (!link) return;
    event.preventDefault();
    this.jump(Number(link.dataset.at));
    find("#board-part").scrollIntoView({ block: "nearest" }); // on a phone the review lies under the board
  }
}

/** How many of a seat's decisions were good, and what luck and skill made of what it could expect. */
function seatPart({ look, name, accuracy, told, balances }: ReviewedSeat, longest: number): HTMLElement {
  const share = accuracy === null ? [] : [make("b", { class: "accuracy" }, percent(accuracy))];
  return make(
    "section",
    { class: `reviewed seat-${look}` },
    make("h2", {}, sign(look), make("span", {}, name), ...share),
    make("p", { class: "summed" }, told),
    make("dl", { class: "balances" }, ...balances.flatMap((each) => balance(each, longest))),
  );
}

/** What luck or play brought, as a bar from the middle to the left or to the right, and as a number. */
function balance({ name, value, text }: Balance, longest: number): HTMLElement[] {
  const part = make("i", { class: value < 0 ? "loss" : "gain" });
  part.style.width = `${(50 * Math.abs(value)) / longest}%`;
  const bar = make("span", { class: "balance", "aria-hidden": "true" }, part);
  return [make("dt", {}, name), make("dd", {}, bar, make("b", {}, text))];
}
