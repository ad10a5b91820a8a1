// What the player asks of the server: moves, taking back, answers, a rematch; and what to do with its answers.
import { explain, type Notice, Refused } from "../net/api.ts";
import { type Command, newId, Outbox, postReliably } from "../net/outbox.ts";
import type { Done, Missed, RematchAnswer, View } from "../net/types.ts";
import { shake } from "../stage/effects.ts";
import { find } from "../ui/dom.ts";
import { t } from "../ui/translations.ts";
import { finishSending, left, startSending, viewOf } from "./phase.ts";
import type { Store } from "./store.ts";

export interface Surroundings {
  /** Fetch the table's view and show it. */
  refresh(): Promise<void>;
  /** The last view that came, shown or waiting to be. */
  newest(): View | undefined;
  say(notice: Notice): void;
  /** What a command waits for; empty once it has been answered. */
  report(text: string): void;
}

export class Commands {
  private readonly outbox: Outbox;
  /** To which version the last command has brought the table; while it has no answer, none is enough. */
  private reached = -1;

  constructor(
    private readonly base: string,
    table: string,
    private readonly store: Store,
    private readonly around: Surroundings,
  ) {
    this.outbox = new Outbox(base, table, around.report);
  }

  private get view(): View | undefined {
    return viewOf(this.store.phase);
  }

  /** Send once more what an earlier page of this tab could not get acknowledged. */
  resume(): void {
    const left = this.outbox.left();
    if (left) void this.deliver(left);
  }

  send(verb: string, more: Record<string, unknown>): Promise<void> {
    return this.deliver({ verb, body: { ...this.address(), ...more } });
  }

  /** Free undo, or the question to the others. */
  undo(): Promise<void> {
    return this.send(this.view?.undo === "ask" ? "takeback" : "undo", {});
  }

  private address(): { client_move_id: string } & Record<string, unknown> {
    const { viewer, version } = this.view ?? {};
    return { seat: viewer?.seat, version, client_move_id: newId() };
  }

  private async deliver(command: Command): Promise<void> {
    const sending = startSending(this.store.phase);
    if (!sending) return;
    this.store.set(sending);
    this.reached = Number.POSITIVE_INFINITY;
    try {
      const { version } = await this.outbox.send<Done>(command);
      this.reached = version;
      // The stream usually has the new view already; a cut one must not hold up a move.
      if ((this.around.newest()?.version ?? -1) < version) await this.around.refresh();
    } catch (error) {
      this.reached = -1;
      await this.refused(error);
    } finally {
      this.settle();
    }
  }

  /** The command is done with when its view is shown: until then what has just been played still lies ready on the old one. */
  settle(): void {
    if ((this.view?.version ?? -1) >= this.reached) this.store.set(finishSending(this.store.phase));
  }

  private async refused(error: unknown): Promise<void> {
    if (error instanceof Refused && error.status === 409) {
      const { events: missed = [] } = error.body as Partial<Missed>;
      await this.around.refresh();
      this.around.say({
        text: [t("The position has changed:"), ...missed.map((event) => event.line)].join(" "),
      });
      return;
    }
    shake(find("#dock"));
    this.around.say(explain(error));
  }

  // --- The end ----------------------------------------------------------------------------------------------------

  /** Ask for a rematch; once all have agreed, the same request gives this browser its seats at the new table. */
  async askRematch(): Promise<void> {
    try {
      const { url } = await postReliably<RematchAnswer>(`${this.base}/rematch`, this.address(), this.around.report);
      if (url) this.leaveFor(url);
      else await this.around.refresh();
    } catch (error) {
      this.around.say(explain(error));
    }
  }

  private leaveFor(url: string): void {
    const leaving = left(this.store.phase);
    if (!leaving) return;
    this.store.set(leaving);
    location.assign(url);
  }

  /** Everybody has agreed: whoever asked goes along by itself. */
  followRematch(before: View | undefined, view: View): void {
    const { asked = [], url } = view.rematch ?? {};
    const mine = view.viewer.seats.some((seat) => asked.includes(seat));
    if (url && mine && before && !before.rematch?.url) void this.askRematch();
  }
}
