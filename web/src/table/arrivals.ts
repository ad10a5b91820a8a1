// Views come from the stream and from answers, also while pieces still move: they are shown one after the other, and of
// several that wait only the newest.
import { get } from "../net/api.ts";
import type { LogLine, Moment as PastMoment, Presence, View } from "../net/types.ts";
import { pause } from "../ui/pause.ts";
import { allowsMotion, hasten, pace } from "../ui/settings.ts";
import { isSending, lookedBack, looksBack, skipMoments, updatePresence, viewOf, withPresence } from "./phase.ts";
import { between, sinceOwnMove } from "./steps.ts";
import type { Store } from "./store.ts";

const REST = 450; // ms in which a moment of the past can be looked at
const PAUSE = 250; // ms between one's own move and what follows
const TURN = 2400; // ms that the steps of others take together
const STEP = 700; // ms that the pieces of a step move, about

/** The position after one event, as the viewer saw it. */
export interface Moment {
  parts: View["parts"];
  /** What led there. */
  line: LogLine;
}

export interface Screen {
  /** Show a view; resolves when its pieces have arrived. */
  show(view: View): Promise<void>;
  /** Show a moment of the past; resolves when its pieces have arrived. */
  showMoment(moment: Moment): Promise<void>;
  showPresence(presence: Presence): void;
}

export class Arrivals {
  /** What is being shown just now, with the newest view that came meanwhile. */
  private showing: { next: View | undefined } | undefined;
  /** Who is there, as the stream told last; it is newer than what a view says. */
  private presence: Presence | undefined;

  constructor(
    private readonly base: string,
    private readonly store: Store,
    private readonly screen: Screen,
  ) {}

  /** The last view that came, shown or waiting to be. */
  get newest(): View | undefined {
    return this.showing?.next ?? viewOf(this.store.phase);
  }

  take(view: View): void {
    if (view.version < (this.newest ?? view).version) return;
    if (this.showing) this.showing.next = view;
    else void this.run(this.stepsTo(view), view);
  }

  /** Somebody has come or gone; undefined: the line is cut, and nobody knows. */
  attend(presence: Presence | undefined): void {
    this.presence = presence;
    if (!presence) return;
    this.store.set(updatePresence(this.store.phase, presence));
    this.screen.showPresence(presence);
  }

  /** Once more everything since this device's last move. */
  watchAgain(): void {
    const view = viewOf(this.store.phase);
    if (view && !this.showing && !isSending(this.store.phase)) void this.run(sinceOwnMove(view), view);
  }

  /** Somebody has touched the page: bring the present. */
  hurry(): void {
    this.store.set(skipMoments(this.store.phase));
  }

  /** The moves to be watched on the way to a view. */
  private stepsTo(view: View): LogLine[] {
    const before = viewOf(this.store.phase);
    return before && allowsMotion() && !document.hidden ? between(before, view) : [];
  }

  private async run(steps: LogLine[], view: View): Promise<void> {
    const showing: { next: View | undefined } = { next: undefined };
    this.showing = showing;
    try {
      if (steps.length) await this.walk(steps, view);
      let due: View | undefined = showing.next ?? view;
      while (due) {
        showing.next = undefined;
        await this.screen.show(this.presence ? withPresence(due, this.presence) : due);
        if (showing.next && allowsMotion()) await pause(PAUSE * pace());
        due = showing.next; // a newer one may have come during the pause
      }
    } finally {
      hasten(1);
      this.showing = undefined;
    }
  }

  /** Show the position after each of the moves. Stops early, and says nothing, when one of them cannot be had. */
  private async walk(steps: LogLine[], view: View): Promise<void> {
    this.store.set(lookedBack(this.store.phase, view));
    const seat = view.viewer.seat === null ? "" : `&seat=${view.viewer.seat}`;
    hasten(TURN / ((steps.length + 1) * (STEP + REST)));
    try {
      for (const line of steps) {
        const { parts } = await get<PastMoment>(`${this.base}/past?at=${line.seq}${seat}`);
        if (!looksBack(this.store.phase)) return;
        await this.screen.showMoment({ parts, line });
        await pause(REST * pace());
      }
    } catch {
      // The present position follows anyway.
    }
  }
}
