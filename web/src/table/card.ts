// The sheet's table tab: invitations, links to one's own seats, the record, taking back, resigning, a rematch, the options.
import { ROOT } from "../net/root.ts";
import { secretsOf } from "../net/secrets.ts";
import type { Parts, Seat, View } from "../net/types.ts";
import { nameOf } from "../stage/seats.ts";
import { button, find, make } from "../ui/dom.ts";
import { ngettext, t } from "../ui/translations.ts";
import { Ahead } from "./ahead.ts";
import { promiseSeen } from "./chance.ts";
import { deviceLinks, renewLink } from "./devices.ts";
import { invitations, section } from "./invitations.ts";
import { mayReplace } from "./questions.ts";
import { rematch } from "./rematch.ts";
import { nameReports } from "./report-names.ts";
import { timePart } from "./vacation.ts";

export interface TableActions {
  resign(): void;
  takeBack(): void;
  /** Take back all moves of the turn. */
  restart(): void;
  rematch(): void;
  /** Let a bot play for a seat whose player is away. */
  replace(absent: number): void;
  /** Do something that changes by what this device is known. */
  unfollowed(act: () => Promise<void>): Promise<void>;
  /** Stop one's clock for some days. */
  vacation(days: number): void;
  /** Put another position on the board: what is planned leads there. */
  imagine?(parts: Parts): void;
}

export class TableCard {
  private readonly place = find("#table-card");
  private readonly ahead: Ahead;
  private resigning = false;
  private content = "";
  private spectators = 0;
  private view: View | undefined;
  /** What came of the last wish for a new link. */
  private message = "";

  constructor(private readonly actions: TableActions) {
    this.ahead = new Ahead((parts) => this.actions.imagine?.(parts));
  }

  /** The table, and how many watch it without a seat. */
  draw(view: View, spectators: number): void {
    this.spectators = spectators;
    this.view = view;
    this.redraw(view);
    this.ahead.draw(view);
  }

  /** Drawn anew only when something that it shows has changed, so that focus stays where it is. */
  private redraw(view: View): void {
    const content = JSON.stringify([
      view.seats.map(({ kind, name, invite_url, yours, online, time }) => {
        return [kind, name, invite_url, yours, online, time?.vacation, Boolean(time?.away)];
      }),
      view.viewer.seat,
      view.code,
      this.spectators,
      view.absence,
      view.over,
      view.undo,
      view.restart,
      view.takeback,
      view.waiting === null,
      view.rematch,
      view.chance,
      this.resigning,
      this.message,
      secretsOf(view.id),
    ]);
    if (content === this.content) return;
    this.content = content;
    this.place.replaceChildren(
      ...this.sections(view).filter((section): section is HTMLElement => section !== undefined),
    );
  }

  private sections(view: View): (HTMLElement | undefined)[] {
    const links = [record(view), deviceLinks(view, this.message, (seat) => void this.renew(seat))];
    const more = [...links, options(view), chancePart(view), nameReports(view)];
    const time = timePart(view, this.actions.vacation);
    return [...invitations(view), this.play(view), time, spectatorCount(this.spectators), ...more];
  }

  private play(view: View): HTMLElement | undefined {
    if (view.viewer.seat === null) return section(t("You’re watching"), t("You see only what everyone can see."));
    if (view.waiting) return;
    const parts = view.over ? [this.rematchButton(view)] : this.running(view);
    return section(view.over ? t("After the game") : t("Your game"), ...parts);
  }

  /** While the game runs: a bot plays here, or everything that the player may ask for. */
  private running(view: View): HTMLElement[] {
    const own = view.seats.find((seat) => seat.seat === view.viewer.seat);
    if (own?.substituted)
      return [
        make(
          "p",
          { class: "quiet" },
          own.may_return ? t("A bot is playing for you.") : t("A bot is finishing the game for you."),
        ),
      ];
    const again = view.restart ? [button(t("Restart my turn"), this.actions.restart)] : [];
    return [this.takeBackPart(view), ...again, ...this.replaceParts(view), this.resignPart(view)];
  }

  /** A bot can play for a player who is away. */
  private replaceParts(view: View): HTMLElement[] {
    if (!mayReplace(view)) return [];
    const away = view.seats.filter((seat) => seat.kind === "human" && !seat.online && !seat.yours);
    return away.map((seat) => {
      const name = nameOf(seat);
      const press = button(t("Let a bot play for {name}", { name }), () => this.actions.replace(seat.seat));
      press.disabled = view.absence !== null;
      const when = make(
        "span",
        { class: "quiet" },
        t("Available once {name} has been away for a few minutes.", { name }),
      );
      return make("div", { class: "row" }, press, when);
    });
  }

  private takeBackPart(view: View): HTMLElement {
    const ask = view.undo === "ask";
    const press = button(ask ? t("Request a takeback") : t("Undo my move"), this.actions.takeBack);
    press.disabled = view.undo === null || view.takeback !== null;
    return press;
  }

  /** Giving up asks once more, in place. */
  private resignPart(view: View): HTMLElement {
    if (!this.resigning) {
      return button(t("Resign"), () => this.setResigning(true, view), { class: "plain" });
    }
    const yes = button(t("Yes, resign"), () => this.actions.resign(), { class: "danger" });
    const no = button(t("Keep playing"), () => this.setResigning(false, view));
    queueMicrotask(() => no.focus());
    return make(
      "div",
      { class: "row", role: "group", "aria-label": t("Resign?") },
      make("span", {}, t("Resign?")),
      yes,
      no,
    );
  }

  private setResigning(on: boolean, view: View): void {
    this.resigning = on;
    this.redraw(view);
  }

  private async renew(seat: number): Promise<void> {
    const { view } = this;
    if (!view) return;
    await this.actions.unfollowed(async () => {
      this.message = await renewLink(view.id, seat);
    });
    this.redraw(this.view ?? view);
  }

  private rematchButton(view: View): HTMLElement {
    return rematch(view, this.actions.rematch);
  }
}

function spectatorCount(count: number): HTMLElement | undefined {
  return count
    ? section(t("Spectators"), ngettext("{count} person is watching.", "{count} people are watching.", count))
    : undefined;
}

function record(view: View): HTMLElement {
  const download = make("a", { class: "button", href: view.links.record, download: "" }, t("Download record"));
  if (!view.links.replay)
    return section(t("Game record"), t("Until the game ends, the record contains only what you can see."), download);
  return section(
    t("Game record"),
    make("div", { class: "row" }, make("a", { class: "button", href: view.links.replay }, t("Replay")), download),
  );
}

function options(view: View): HTMLElement | undefined {
  const { described, board } = view.setup;
  const lines = described.map(({ text, value }) => `${text} ${value}`);
  if (board !== null) lines.unshift([t("Board"), board].join(": "));
  return lines.length ? section(t("Options"), make("ul", {}, ...lines.map((line) => make("li", {}, line)))) : undefined;
}

/** What was promised of chance, what the players have added, and in the end the key. */
function chancePart({ id, chance, seats }: View): HTMLElement | undefined {
  if (!chance) return undefined;
  const { promise, nonces, key } = chance;
  const added = nonces.flatMap((nonce, seat) => (nonce ? [proofRow(nameOf(seats[seat] as Seat), nonce)] : []));
  const numbers = [proofRow(t("Commitment"), promise), ...added, ...(key ? [proofRow(t("Key"), key)] : [])];
  const way = make("a", { href: `${ROOT}/chance${key ? `?game=${id}` : ""}` }, t("How to verify it"));
  return section(
    t("Verifiable randomness"),
    make("dl", { class: "chance-numbers" }, ...numbers.flat()),
    ...promiseCheck(id, promise),
    way,
  );
}

function proofRow(name: string, number: string): [HTMLElement, HTMLElement] {
  return [make("dt", {}, name), make("dd", {}, make("code", {}, number))];
}

/** Whether the promise is still the one that this device saw first. */
function promiseCheck(id: string, promise: string): HTMLElement[] {
  const savedPromise = promiseSeen(id);
  if (!savedPromise) return [];
  if (savedPromise === promise) return [make("p", {}, t("This device saw the same commitment before the first draw."))];
  return [
    make("p", { class: "warning" }, t("This device saw a different commitment at the start. Don’t trust this game.")),
  ];
}
