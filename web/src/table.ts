// The table page: puts view, selection, stream and outbox together. What a game means is the server's business.
import { announce } from "./announce.ts";
import { explain, get, inPageLanguage, post, Refused } from "./api.ts";
import { Board, idOf, TOUCHABLE } from "./board.ts";
import { hide as hideBubble, watchBubbles } from "./bubble.ts";
import { buttonsIn } from "./choose.ts";
import { find } from "./dom.ts";
import { Hints } from "./hints.ts";
import { arrive, wishedMove } from "./join.ts";
import { focusPiece, watchKeys } from "./keys.ts";
import { LiveStream, type Connection, type StreamMessage } from "./live.ts";
import { Log, showLatest } from "./log.ts";
import { glide, record, shake, skipMotion, type Ends } from "./motion.ts";
import { gainers, lastMover, tellNews } from "./news.ts";
import { NumberControl } from "./numbers.ts";
import { newId, Outbox, type Command } from "./outbox.ts";
import { showEnd, showInvitations, showQuestion } from "./panels.ts";
import { Prompt } from "./prompt.ts";
import { Scenes } from "./scenes.ts";
import { Seats } from "./seats.ts";
import { Drag } from "./drag.ts";
import { Selection } from "./selection.ts";
import { isOn, motionAllowed } from "./settings.ts";
import { SharedDevice } from "./shared.ts";
import { Sheet } from "./sheet.ts";
import { between, sinceOwnMove, walk, type Moment } from "./steps.ts";
import { TableCard } from "./tablecard.ts";
import { Turner } from "./turning.ts";
import type { Choice, LogLine, Refusal, SentEvent, View } from "./types.ts";
import { t } from "./words.ts";

export function startTable(): void {
  void new Table(document.body.dataset["table"] ?? "").open();
}

class Table {
  private readonly base: string;
  private readonly stage = find("#stage");
  private readonly board = new Board();
  private readonly device = new SharedDevice(() => this.uncover());
  private readonly scenes = new Scenes(this.stage);
  private readonly seats = new Seats();
  private readonly sheet = new Sheet(document.body.dataset["rules"] ?? "");
  private readonly prompt = new Prompt((rule) => void this.sheet.openRule(rule));
  private readonly log: Log;
  private readonly card: TableCard;
  private readonly outbox: Outbox;
  private readonly selection: Selection;
  private readonly numbers: NumberControl;
  private readonly turner: Turner;
  private readonly hints: Hints;
  private view: View | undefined;
  private waiting: View | undefined;
  private gliding = false;
  /** Moments of the past are on the board; any touch ends that. */
  private watching = false;
  private sending = false;
  private leaving = false;
  private stream: LiveStream | undefined;
  /** The id under the pointer or the focus. */
  private hovered = "";

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
    this.numbers = new NumberControl({ choose: (id) => void this.selection.put(id), confirm: () => this.selection.confirm() });
    this.turner = new Turner(this.stage, (step) => this.selection.turn(step));
    this.hints = new Hints(this.base, { stage: (move) => void this.selection.stageMove(move), say: (refusal) => this.prompt.say(refusal) });
    this.log = new Log((at) => (this.view?.links.replay ? `${this.view.links.replay}&at=${at}` : undefined));
    this.card = new TableCard({
      resign: () => void this.command("resign", {}),
      takeBack: () => void this.undo(),
      restart: () => void this.command("undo", { whole_turn: true }),
      rematch: () => void this.askRematch(),
      replace: (absent, bot) => void this.command("replace", { absent, bot }),
      comeBack: () => void this.command("return", {}),
    });
    this.listen();
  }

  /** Show the table, join or claim a seat if the link says so, then follow what happens. */
  async open(): Promise<void> {
    await this.refresh();
    await arrive(this.id, this.base, this.view, (refusal) => this.prompt.say(refusal));
    await this.refresh();
    this.follow();
    this.stageWished();
    const left = this.outbox.left();
    if (left) void this.deliver(left);
  }

  /** A review has sent the player here with a better move: it lies ready. */
  private stageWished(): void {
    const wished = wishedMove();
    if (wished) this.selection.stageMove(wished);
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
  }

  /** The last view that came, shown or waiting to be. */
  private get newest(): View | undefined {
    return this.waiting ?? this.view;
  }

  /** Show a view, after the movement that is still running; of several that wait, only the newest. */
  private take(view: View): void {
    if (view.version < (this.newest ?? view).version) return;
    if (this.gliding) {
      this.waiting = view;
      return;
    }
    const steps = this.view && motionAllowed() && !document.hidden ? between(this.view, view) : [];
    if (steps.length) void this.watch(steps, view);
    else this.show(view);
  }

  /** Go through moves one after the other, then show `view`, or what has come meanwhile. */
  private async watch(steps: LogLine[], view: View): Promise<void> {
    this.gliding = this.watching = true;
    await walk(this.base, steps, view.viewer.seat, { show: (moment) => this.showMoment(moment), watches: () => this.watching });
    this.gliding = this.watching = false;
    const next = this.waiting ?? view;
    this.waiting = undefined;
    this.show(next);
  }

  private async showMoment({ board, line }: Moment): Promise<void> {
    const spots = record(this.stage);
    this.board.drawBoard(board);
    this.prompt.ask(line);
    await glide(this.stage, spots, { source: () => undefined, target: () => undefined });
  }

  /** Everything since the own last move once more. */
  private watchAgain(): void {
    if (this.view && !this.gliding && !this.sending) void this.watch(sinceOwnMove(this.view), this.view);
  }

  private show(view: View): void {
    const before = this.view;
    const spots = before && before.version !== view.version ? record(this.stage) : new Map();
    const focused = this.focusedId();
    this.view = view;
    const covered = this.device.covers(view);
    this.board.draw({ board: view.parts.board, hand: covered ? "" : view.parts.hand });
    this.scenes.draw(before !== undefined && !before.over && view.over !== null);
    this.selection.offer(covered ? [] : view.choices, view.version);
    this.seats.draw(view);
    this.card.draw(view);
    this.hints.draw(view, covered);
    const fresh = this.log.draw(view.log);
    showLatest(view.log);
    find("#again").hidden = !sinceOwnMove(view).length;
    this.showSelection();
    this.showTurn(view);
    showEnd(view, () => void this.askRematch());
    showInvitations(view);
    this.followRematch(view, before);
    showQuestion(view, (verb, answer) => void this.command(verb, { answer }));
    this.restoreFocus(focused);
    if (before && before.version !== view.version) {
      tellNews(before, view, fresh, this.seats);
      if (fresh.length) this.prompt.hush();
    }
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

  private showTurn(view: View): void {
    const mark = view.turn.yours && !view.over ? "● " : "";
    const headline = view.over?.headline ?? view.turn.headline;
    document.title = `${mark}${headline} – ${view.title.text}`;
    document.body.classList.toggle("your-turn", view.turn.yours && !view.over);
    const due = this.selection.staged?.label ?? (view.turn.prompt || view.turn.headline);
    this.prompt.ask(view.over ? view.over.headline : this.device.covered ? "" : due);
  }

  private showConnection(connection: Connection): void {
    const line = find("#connection");
    const lost = connection === "lost";
    if (lost && line.hidden) announce(t("Connection lost. Trying again …"));
    line.hidden = !lost;
  }

  // --- The shared device ------------------------------------------------------------------------------------------

  private uncover(): void {
    if (this.view) this.show(this.view);
    const first = this.board.touchables().find((each) => each.classList.contains("can-touch"));
    if (first) focusPiece(this.board, first);
  }

  // --- Touching ---------------------------------------------------------------------------------------------------

  private listen(): void {
    this.stage.addEventListener("click", (event) => this.clicked(event));
    this.stage.addEventListener("pointerover", (event) => this.hover(event.target));
    this.stage.addEventListener("focusin", (event) => this.hover(event.target));
    this.stage.addEventListener("pointerleave", () => this.hover(null));
    addEventListener("pointerdown", () => this.hurry());
    this.prompt.confirm.addEventListener("click", () => this.selection.confirm());
    this.prompt.undo.addEventListener("click", () => this.goBack());
    find("#again").addEventListener("click", () => this.watchAgain());
    watchBubbles("#stage");
    watchKeys(this.board, {
      touch: (piece) => this.touchByKey(piece),
      confirm: () => (this.selection.staged ? (this.selection.confirm(), true) : false),
      putBack: () => this.selection.clear(),
      undo: () => this.goBack(),
      help: () => this.sheet.toggle("keys"),
      typeMove: () => this.focusMoveField(),
      hint: () => void this.hints.ask(),
      turn: () => this.selection.turn(1),
      step: (by) => this.numbers.step(by),
    });
    new Drag(this.stage, this.selection, {
      free: () => Boolean(this.view?.turn.yours) && !this.sending && !this.watching,
      hover: (piece) => this.hover(piece),
      drop: (piece) => this.touch(piece),
    });
    this.listenToMoveField();
    this.sheet.endAbove(find("#dock"));
  }

  private hurry(): void {
    skipMotion();
    this.watching = false;
  }

  private clicked(event: Event): void {
    const target = event.target as Element;
    if (target.closest(".dock button, .dock a, .dock input, #cover, #hints")) return;
    const piece = target.closest<SVGGraphicsElement>(TOUCHABLE);
    if (piece) this.touch(piece);
    else this.selection.clear();
  }

  private touch(piece: SVGGraphicsElement): void {
    if (!this.view || this.sending || this.watching) return;
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
      const why = (await this.whyNot(path)) ?? (await this.whyNot(path.slice(-1)));
      this.prompt.say(why ?? { text: this.view?.turn.prompt || t("This leads to no move now.") });
    } catch (error) {
      this.prompt.say(explain(error));
    }
  }

  /** The rule that forbids what these touches mean; undefined when they mean nothing. */
  private async whyNot(path: string[]): Promise<Refusal | undefined> {
    const { text, ...rule } = await post<Partial<Refusal>>(`${this.base}/why`, { seat: this.view?.viewer.seat, path });
    return text === undefined ? undefined : { text, ...rule };
  }

  private say(refusal: Refusal, piece?: Element): void {
    if (piece) shake(piece);
    this.prompt.say(refusal);
  }

  private hover(target: EventTarget | null): void {
    const piece = target instanceof Element ? target.closest(TOUCHABLE) : null;
    const id = piece ? idOf(piece) : "";
    if (id === this.hovered) return;
    this.hovered = id;
    this.showGhost();
  }

  private showSelection(): void {
    const { selection } = this;
    this.board.mark({ next: selection.next, touched: selection.touched, instead: selection.instead });
    this.prompt.offer(this.buttonsOffered(), selection.touched, (id) => this.selection.touch(id));
    this.numbers.draw(selection.offered, selection.touched, this.view?.turn.prompt ?? "");
    this.turner.draw(selection.turns);
    this.hints.mark(selection.staged?.move);
    this.prompt.setConfirm(selection.staged !== undefined, selection.staged?.points ?? "", this.sending);
    this.showUndo();
    this.showGhost();
    if (!this.view || this.view.over) return;
    if (selection.staged) this.prompt.ask(selection.staged.label);
    else if (!this.device.covered) this.prompt.ask(this.view.turn.prompt || this.view.turn.headline);
  }

  private buttonsOffered(): { id: string; label: string }[] {
    const { staged, touched, offered } = this.selection;
    const further = touched.length ? buttonsIn(offered, touched) : [];
    return [...(staged || !touched.length ? buttonsIn(offered, touched.slice(0, -1)) : []), ...further];
  }

  /** The staged move's result, or that of the piece under the pointer or the keyboard's focus. */
  private showGhost(): void {
    const { staged } = this.selection;
    const lengthened = this.selection.next.has(this.hovered) ? this.selection.wouldStage(this.hovered) : undefined;
    const shown = lengthened ?? staged ?? this.selection.wouldStage(this.hovered);
    this.board.ghost(shown?.ghost ?? "", shown !== undefined && shown === staged);
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
      const { version } = await this.outbox.send<{ version: number }>(command);
      // The stream usually has the new view already; a cut one must not hold up a move.
      if ((this.newest?.version ?? -1) < version) await this.refresh();
    } catch (error) {
      await this.refused(error);
    } finally {
      this.sending = false;
      this.showSelection();
    }
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

  // --- The end ----------------------------------------------------------------------------------------------------

  /** Ask for a rematch; once all have agreed, the same request gives this browser its seats at the new table. */
  private async askRematch(): Promise<void> {
    const { viewer, version } = this.view ?? {};
    try {
      const { url } = await post<{ url: string | null }>(`${this.base}/rematch`, { seat: viewer?.seat, version, client_move_id: newId() });
      if (url) this.leaveFor(url);
      else await this.refresh();
    } catch (error) {
      this.prompt.say(explain(error));
    }
  }

  /** Once: a second navigation would break off the first. */
  private leaveFor(url: string): void {
    if (!this.leaving) location.assign(url);
    this.leaving = true;
  }

  /** Everybody has agreed: whoever asked goes along by itself. */
  private followRematch(view: View, before: View | undefined): void {
    const { asked = [], url } = view.rematch ?? {};
    const mine = view.viewer.seats.some((seat) => asked.includes(seat));
    if (url && mine && before && !before.rematch?.url) void this.askRematch();
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
