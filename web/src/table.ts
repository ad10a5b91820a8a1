// The table page: puts view, selection, stream and outbox together. What a game means is the server's business.
import { announce } from "./announce.ts";
import { explain, get, inPageLanguage, post, Refused } from "./api.ts";
import { Board, idOf, TOUCHABLE } from "./board.ts";
import { hide as hideBubble, watchBubbles } from "./bubble.ts";
import { buttonsIn } from "./choose.ts";
import { find, make } from "./dom.ts";
import { arrive } from "./join.ts";
import { focusPiece, watchKeys } from "./keys.ts";
import { LiveStream, type Connection, type StreamMessage } from "./live.ts";
import { Log } from "./log.ts";
import { glide, record, riseFrom, shake, skipMotion, type Ends } from "./motion.ts";
import { newId, Outbox, type Command } from "./outbox.ts";
import { Prompt } from "./prompt.ts";
import { nameOf, Seats } from "./seats.ts";
import { Selection } from "./selection.ts";
import { isOn } from "./settings.ts";
import { Sheet } from "./sheet.ts";
import { chime, tick, yourTurn } from "./sound.ts";
import { invitation, rematch, TableCard } from "./tablecard.ts";
import type { Choice, LogLine, Refusal, SentEvent, View } from "./types.ts";
import { t } from "./words.ts";

export function startTable(): void {
  void new Table(document.body.dataset["table"] ?? "").open();
}

class Table {
  private readonly base: string;
  private readonly stage = find("#stage");
  private readonly board = new Board();
  private readonly seats = new Seats();
  private readonly sheet = new Sheet(document.body.dataset["rules"] ?? "");
  private readonly prompt = new Prompt((rule) => void this.sheet.openRule(rule));
  private readonly log: Log;
  private readonly card: TableCard;
  private readonly outbox: Outbox;
  private readonly selection: Selection;
  private view: View | undefined;
  private waiting: View | undefined;
  private gliding = false;
  private sending = false;
  private stream: LiveStream | undefined;
  /** At a shared device: the seat whose hand may be seen; the others' stay covered until they say so. */
  private uncovered: number | null = null;
  private preview = "";

  constructor(private readonly id: string) {
    this.base = `/api/tables/${id}`;
    this.outbox = new Outbox(this.base, id, (waiting) => this.showConnection(waiting ? "lost" : "connected"));
    this.selection = new Selection(
      {
        changed: () => this.showSelection(),
        confirmed: (choice) => void this.play(choice),
        refused: (path) => void this.refuse(path),
      },
      () => isOn("confirm"),
    );
    this.log = new Log((at) => (this.view?.links.replay ? `${this.view.links.replay}&at=${at}` : undefined));
    this.card = new TableCard({
      resign: () => void this.command("resign", {}),
      takeBack: () => void this.undo(),
      answerTakeBack: (answer) => void this.command("takeback", { answer }),
      rematch: () => void this.askRematch(),
    });
    this.listen();
  }

  /** Join or claim if the link says so, then follow the table. */
  async open(): Promise<void> {
    await arrive(this.id, this.base, (refusal) => this.prompt.say(refusal));
    await this.refresh();
    this.follow();
    const left = this.outbox.left();
    if (left) void this.deliver(left);
  }

  private async refresh(): Promise<void> {
    try {
      this.take(await get<View>(this.base));
    } catch (error) {
      this.prompt.say(explain(error));
    }
  }

  // --- What comes from the server ---------------------------------------------------------------------------------

  private follow(): void {
    this.stream?.close();
    this.stream = new LiveStream(inPageLanguage(`${this.base}/stream`), {
      message: (message) => this.receive(message),
      state: (connection) => this.showConnection(connection),
    });
  }

  private receive({ event, data }: StreamMessage): void {
    if (event === "view") this.take(JSON.parse(data) as View);
    if (event === "presence") this.takePresence(JSON.parse(data) as Partial<View>);
  }

  private takePresence(change: Partial<View>): void {
    if (this.view && change.seats) this.take({ ...this.view, seats: change.seats });
  }

  /** Show a view, after the movement that is still running; of several that wait, only the newest. */
  private take(view: View): void {
    if (this.view && view.version < this.view.version) return;
    if (this.gliding) {
      this.waiting = view;
      return;
    }
    this.show(view);
  }

  private show(view: View): void {
    const before = this.view;
    const spots = before && before.version !== view.version ? record(this.stage) : new Map();
    const focused = this.focusedId();
    this.view = view;
    this.coverForeignHand(view, before);
    this.board.draw({ board: view.parts.board, hand: this.isCovered(view) ? "" : view.parts.hand });
    this.selection.offer(this.isCovered(view) ? [] : view.choices, view.version);
    this.seats.draw(view);
    this.card.draw(view);
    const fresh = this.log.draw(view.log);
    this.showSelection();
    this.showTurn(view);
    this.showEnd(view);
    this.showInvitations(view);
    this.showTakeBack(view);
    this.restoreFocus(focused);
    if (before && before.version !== view.version) this.tellNews(before, view, fresh);
    void this.animate(spots, before, view);
  }

  private async animate(spots: ReturnType<typeof record>, before: View | undefined, view: View): Promise<void> {
    if (!before || !spots.size) return;
    this.gliding = true;
    await glide(this.stage, spots, this.ends(before, view));
    this.gliding = false;
    const next = this.waiting;
    this.waiting = undefined;
    if (next) this.show(next);
  }

  /** New pieces come from the seat that moved; pieces that leave go to the one seat that gained. */
  private ends(before: View, view: View): Ends {
    const mover = lastMover(view.log);
    const gained = gainers(before, view);
    return {
      source: (piece) => (this.hand.contains(piece) || mover === undefined ? undefined : this.seats.chip(mover)?.getBoundingClientRect()),
      target: () => (gained.length === 1 && gained[0] ? this.seats.chip(gained[0].seat)?.getBoundingClientRect() : undefined),
    };
  }

  private get hand(): HTMLElement {
    return find("#hand-part");
  }

  /** What a view brings besides its picture: words for the ear, sounds, rising points. */
  private tellNews(before: View, view: View, fresh: LogLine[]): void {
    fresh.slice(-4).forEach((line) => announce(line.line));
    const gained = gainers(before, view);
    for (const { seat, points } of gained) {
      const chip = this.seats.chip(seat);
      if (chip) riseFrom(chip, `+${points}`);
    }
    if (fresh.some((line) => line.actor !== "*")) tick();
    if (gained.length) chime();
    if (view.turn.yours && !before.turn.yours) yourTurn();
    if (fresh.length) this.prompt.hush();
  }

  private showTurn(view: View): void {
    const mark = view.turn.yours && !view.over ? "● " : "";
    const headline = view.over?.headline ?? view.turn.headline;
    document.title = `${mark}${headline} – ${view.title.text}`;
    document.body.classList.toggle("your-turn", view.turn.yours && !view.over);
    this.prompt.ask(view.over ? view.over.headline : this.isCovered(view) ? "" : view.turn.prompt || view.turn.headline);
  }

  private showConnection(connection: Connection): void {
    const line = find("#connection");
    const lost = connection === "lost";
    if (lost && line.hidden) announce(t("Connection lost. Trying again …"));
    line.hidden = !lost;
  }

  // --- The shared device ------------------------------------------------------------------------------------------

  private isCovered(view: View): boolean {
    const { seat, seats } = view.viewer;
    return seats.length > 1 && !view.over && view.parts.hand !== "" && seat !== this.uncovered;
  }

  /** When the turn passes to another seat of this device, its hand is covered until that player takes over. */
  private coverForeignHand(view: View, before: View | undefined): void {
    if (!before || view.viewer.seats.length < 2) this.uncovered ??= view.viewer.seats.length > 1 ? null : view.viewer.seat;
    if (before && before.viewer.seat !== view.viewer.seat) this.uncovered = null;
    const covered = this.isCovered(view);
    const cover = find("#cover");
    cover.hidden = !covered;
    if (!covered) return cover.replaceChildren();
    const seat = view.seats.find((each) => each.seat === view.viewer.seat);
    const name = seat ? nameOf(seat) : "";
    const show = make("button", { type: "button", class: "primary" }, t("I am {name}: show my hand", { name }));
    show.addEventListener("click", () => this.uncover(view));
    cover.replaceChildren(make("p", {}, t("Pass the device to {name}.", { name })), show);
  }

  private uncover(view: View): void {
    this.uncovered = view.viewer.seat;
    this.show(this.view ?? view);
    const first = this.board.touchables().find((each) => each.classList.contains("can-touch"));
    if (first) focusPiece(this.board, first);
  }

  // --- Touching ---------------------------------------------------------------------------------------------------

  private listen(): void {
    this.stage.addEventListener("click", (event) => this.clicked(event));
    this.stage.addEventListener("pointerover", (event) => this.hover(event.target));
    this.stage.addEventListener("focusin", (event) => this.hover(event.target));
    this.stage.addEventListener("pointerleave", () => this.hover(null));
    addEventListener("pointerdown", () => skipMotion());
    this.prompt.confirm.addEventListener("click", () => this.selection.confirm());
    this.prompt.undo.addEventListener("click", () => this.goBack());
    watchBubbles("#stage");
    watchKeys(this.board, {
      touch: (piece) => this.touchByKey(piece),
      confirm: () => (this.selection.staged ? (this.selection.confirm(), true) : false),
      putBack: () => this.selection.clear(),
      undo: () => this.goBack(),
      help: () => this.sheet.toggle("keys"),
      typeMove: () => this.focusMoveField(),
    });
    this.listenToMoveField();
  }

  private clicked(event: Event): void {
    const target = event.target as Element;
    if (target.closest(".dock button, .dock a, #cover")) return;
    const piece = target.closest<SVGGraphicsElement>(TOUCHABLE);
    if (piece) this.touch(piece);
    else this.selection.clear();
  }

  private touch(piece: SVGGraphicsElement): void {
    if (!this.view || this.sending) return;
    if (!this.view.turn.yours) return this.say({ text: this.view.over ? this.view.over.headline : this.view.turn.headline }, piece);
    this.prompt.hush();
    hideBubble();
    this.refusedPiece = piece;
    this.selection.touch(idOf(piece));
  }

  private refusedPiece: Element | undefined;

  /** By keyboard, focus goes along to the part where the next touch is due. */
  private touchByKey(piece: SVGGraphicsElement): void {
    this.touch(piece);
    if (this.selection.staged || !this.selection.touched.length) return;
    const next = this.selection.next;
    if (this.hand.contains(piece) && ![...next].some((id) => this.hand.querySelector(`[data-touch="${CSS.escape(id)}"]`))) {
      const open = this.board.touchables().filter((each) => next.has(idOf(each)));
      const first = open[Math.floor(open.length / 2)];
      if (first) focusPiece(this.board, first);
    }
  }

  /** The touch leads nowhere: ask the server for the rule, in one sentence. */
  private async refuse(path: string[]): Promise<void> {
    const piece = this.refusedPiece;
    if (piece) shake(piece);
    try {
      this.prompt.say(await post<Refusal>(`${this.base}/why`, { seat: this.view?.viewer.seat, path }));
    } catch (error) {
      this.prompt.say(explain(error));
    }
  }

  private say(refusal: Refusal, piece?: Element): void {
    if (piece) shake(piece);
    this.prompt.say(refusal);
  }

  private hover(target: EventTarget | null): void {
    const piece = target instanceof Element ? target.closest(TOUCHABLE) : null;
    const choice = piece && !this.selection.staged ? this.selection.wouldStage(idOf(piece)) : undefined;
    const ghost = choice?.ghost ?? "";
    if (ghost === this.preview) return;
    this.preview = ghost;
    this.showGhost();
  }

  private showSelection(): void {
    const { selection } = this;
    this.board.mark({ next: selection.next, touched: selection.touched, instead: selection.instead });
    this.prompt.offer(this.buttonsOffered(), selection.touched, (id) => this.selection.touch(id));
    this.prompt.setConfirm(selection.staged !== undefined, selection.staged?.points ?? "", this.sending);
    this.showUndo();
    this.showGhost();
    if (!this.view || this.view.over) return;
    if (selection.staged) this.prompt.ask(selection.staged.label);
    else if (!this.isCovered(this.view)) this.prompt.ask(this.view.turn.prompt || this.view.turn.headline);
  }

  private buttonsOffered(): { id: string; label: string }[] {
    const { staged, touched, offered } = this.selection;
    return buttonsIn(offered, staged ? touched.slice(0, -1) : touched);
  }

  private showGhost(): void {
    const staged = this.selection.staged;
    this.board.ghost(staged?.ghost ?? this.preview, staged !== undefined);
  }

  // --- Sending ----------------------------------------------------------------------------------------------------

  private async play(choice: Choice): Promise<void> {
    if (!this.view || this.sending) return;
    await this.command("moves", { move: choice.move });
  }

  private command(verb: string, more: Record<string, unknown>): Promise<void> {
    const { viewer, version } = this.view ?? {};
    return this.deliver({ verb, body: { seat: viewer?.seat, version, client_move_id: newId(), ...more } });
  }

  private async deliver(command: Command): Promise<void> {
    if (this.sending) return;
    this.sending = true;
    this.showSelection();
    try {
      await this.outbox.send(command);
      this.preview = "";
      await this.catchUp();
    } catch (error) {
      await this.refused(error);
    } finally {
      this.sending = false;
      this.showSelection();
    }
  }

  /** The stream usually has the new view already; fetch it when not, so that a cut stream never holds up a move. */
  private async catchUp(): Promise<void> {
    await this.refresh();
  }

  private async refused(error: unknown): Promise<void> {
    if (error instanceof Refused && error.status === 409) {
      const missed = (error.body["events"] ?? []) as SentEvent[];
      await this.refresh();
      this.prompt.say({ text: [t("The table has changed meanwhile:"), ...missed.map((event) => event.line)].join(" ") });
      return;
    }
    shake(find("#dock"));
    this.prompt.say(explain(error));
  }

  // --- Taking back ------------------------------------------------------------------------------------------------

  /** Local touches first; then the server's undo or, with others at the table, their consent. */
  private goBack(): void {
    if (this.selection.touched.length) this.selection.clear();
    else if (this.view?.undo) void this.undo();
  }

  private undo(): Promise<void> {
    return this.command(this.view?.undo === "ask" ? "takeback" : "undo", {});
  }

  private showUndo(): void {
    const local = this.selection.touched.length > 0;
    const tier = this.view?.undo ?? null;
    const label = local ? t("Put back") : tier === "ask" ? t("Take back?") : t("Undo");
    const pending = this.view?.takeback !== null;
    this.prompt.setUndo(label, !this.sending && (local || (tier !== null && !pending)));
  }

  /** Another player asks to take a move back: a question in the dock, not a dialog. */
  private showTakeBack(view: View): void {
    const box = find("#question");
    const asker = view.seats.find((seat) => seat.seat === view.takeback?.seat);
    box.hidden = !asker;
    if (!asker) return box.replaceChildren();
    if (view.viewer.seats.includes(asker.seat) || view.viewer.seat === null) {
      return box.replaceChildren(make("p", {}, t("{name} asks to take the last move back.", { name: nameOf(asker) })));
    }
    if (box.childElementCount > 1) return;
    const answer = (word: "yes" | "no") => () => void this.command("takeback", { answer: word });
    const yes = make("button", { type: "button", class: "primary" }, t("Allow"));
    const no = make("button", { type: "button" }, t("Refuse"));
    yes.addEventListener("click", answer("yes"));
    no.addEventListener("click", answer("no"));
    const sentence = t("{name} asks to take the last move back.", { name: nameOf(asker) });
    box.replaceChildren(make("p", {}, sentence), yes, no);
    announce(sentence);
  }

  // --- The end ----------------------------------------------------------------------------------------------------

  private showEnd(view: View): void {
    const end = find("#end");
    end.hidden = !view.over;
    document.body.classList.toggle("over", view.over !== null);
    if (!view.over) return end.replaceChildren();
    const links = [make("a", { class: "button", href: view.links.replay ?? "/" }, t("Replay")), make("a", { class: "button", href: "/" }, t("New table"))];
    const again = view.viewer.seat === null && !view.rematch?.url ? [] : [rematch(view, () => void this.askRematch())];
    const reason = make("p", { class: "quiet" }, view.over.reason);
    end.replaceChildren(...(view.over.reason ? [reason] : []), make("div", { class: "row" }, ...again, ...links));
  }

  /** While a seat is free, its invitation lies over the board of whoever made the table. */
  private showInvitations(view: View): void {
    const place = find("#invite");
    const open = view.seats.filter((seat) => seat.kind === "open" && seat.invite_url);
    const shown = open.map((seat) => seat.invite_url).join(" ");
    if (place.dataset["shown"] === shown) return;
    place.dataset["shown"] = shown;
    place.hidden = !open.length;
    place.replaceChildren(...open.map(invitation));
  }

  private async askRematch(): Promise<void> {
    await this.command("rematch", {});
  }

  // --- Keyboard and focus -----------------------------------------------------------------------------------------

  private focusedId(): string {
    const active = document.activeElement;
    return active && this.stage.contains(active) ? idOf(active) : "";
  }

  /** The focused piece has left (it was played): focus its place or the next piece to touch. */
  private restoreFocus(id: string): void {
    if (!id || (document.activeElement !== document.body && document.activeElement?.isConnected)) return;
    const all = this.board.touchables();
    const piece = this.board.byId(id) ?? all.find((each) => each.classList.contains("can-touch")) ?? all[0];
    if (piece) focusPiece(this.board, piece);
  }

  private focusMoveField(): void {
    this.sheet.open("keys");
    find<HTMLInputElement>("#move-text").focus();
  }

  /** Type a move as it stands in records. Enter stages it, a second Enter confirms. */
  private listenToMoveField(): void {
    const form = find<HTMLFormElement>("#move-form");
    const field = find<HTMLInputElement>("#move-text", form);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.selection.staged?.move.toLowerCase() === field.value.trim().toLowerCase()) {
        this.selection.confirm();
        field.value = "";
      } else if (!this.selection.stageMove(field.value)) {
        void this.tryTyped(field);
      }
    });
  }

  /** A typed move that is not legal goes to the server, which knows the rule that forbids it. */
  private async tryTyped(field: HTMLInputElement): Promise<void> {
    if (!this.view?.turn.yours) return this.say({ text: this.view?.turn.headline ?? "" }, field);
    shake(field);
    await this.command("moves", { move: field.value.trim() });
  }
}

/** The seat of the last line that is no chance event. */
function lastMover(log: LogLine[]): number | undefined {
  const line = log.findLast((each) => each.actor !== "*");
  return typeof line?.actor === "number" ? line.actor : undefined;
}

/** Seats with more points than before. */
function gainers(before: View, view: View): { seat: number; points: number }[] {
  return view.seats.flatMap((seat) => {
    const points = seat.score - (before.seats.find((each) => each.seat === seat.seat)?.score ?? seat.score);
    return points > 0 ? [{ seat: seat.seat, points }] : [];
  });
}
