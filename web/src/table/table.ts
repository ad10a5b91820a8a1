// The table page: puts stream, phase, drawing, touches and commands together. What a game means is the server's business.
import { explain, get } from "../net/api.ts";
import { decode, type TableMessage } from "../net/messages.ts";
import { accountName, myTables, noteTable } from "../net/my-tables.ts";
import { Patched } from "../net/patched.ts";
import { TableStream } from "../net/table-stream.ts";
import type { View } from "../net/types.ts";
import { record } from "../stage/motion.ts";
import { find } from "../ui/dom.ts";
import { holdReload, noteBuild } from "../ui/update.ts";
import { arrive, wishedMove } from "./arrival.ts";
import { Arrivals } from "./arrivals.ts";
import type { Chat } from "./chat.ts";
import type { Clocks } from "./clocks.ts";
import { Coaching } from "./coaching.ts";
import { Commands } from "./commands.ts";
import { ConnectionLine } from "./connection.ts";
import { Display, type DisplayActions } from "./display.ts";
import { loadLazily } from "./lazy-load.ts";
import { isSending, looksBack, receiveView, touchesOf, viewOf } from "./phase.ts";
import { Store } from "./store.ts";
import { Touching } from "./touching.ts";
import { MoveField } from "./typing.ts";

export function startTable(): void {
  void new Table(document.body.dataset.table ?? "").open();
}

class Table {
  private readonly base: string;
  private readonly store = new Store((phase) => {
    this.display.drawTouches(phase);
    this.coaching?.follow(phase);
  });
  private readonly display: Display;
  private readonly commands: Commands;
  private readonly touching: Touching;
  private readonly arrivals: Arrivals;
  private readonly coaching: Coaching;
  private readonly patched = new Patched();
  private readonly connection = new ConnectionLine();
  private stream: TableStream | undefined;
  private chat: Promise<Chat> | undefined;
  private clocks: Clocks | undefined;

  constructor(private readonly id: string) {
    this.base = `/api/tables/${id}`;
    this.display = new Display(this.base, this.actions());
    this.arrivals = new Arrivals(this.base, this.store, {
      show: (view) => this.show(view),
      showMoment: (moment) => this.display.drawMoment(moment),
      showPresence: (presence) => {
        if (this.view) this.display.drawPresence(this.view, presence);
      },
    });
    this.commands = new Commands(this.base, id, this.store, {
      refresh: () => this.refresh(),
      newest: () => this.arrivals.newest,
      say: (refusal) => this.display.prompt.say(refusal),
      report: (text) => this.connection.showCommand(text),
    });
    this.touching = new Touching(this.base, this.store, this.display, this.commands);
    this.coaching = new Coaching(this.base, this.store, {
      stage: (move) => this.touching.choose(move),
      expect: (line) => void this.display.expect(line),
      openRule: (rule) => void this.display.sheet.openRule(rule),
    });
    this.listen();
    holdReload(
      () => this.isBusy,
      () => this.connection.showUpdate(),
    );
  }

  /** Whether a reload would lose what the player has begun, or be in the way. */
  private get isBusy(): boolean {
    const { phase } = this.store;
    return isSending(phase) || looksBack(phase) || touchesOf(phase).touched.length > 0 || this.display.sheet.isOpen;
  }

  /** What the drawn controls do. */
  private actions(): DisplayActions {
    return {
      touch: (id) => this.touching.touch(id),
      put: (id) => void this.touching.put(id),
      stage: (move) => this.touching.choose(move),
      turn: (step) => this.touching.turn(step),
      confirm: () => void this.touching.confirm(),
      uncover: () => this.uncover(),
      answer: (verb, answer) => void this.commands.send(verb, { answer }),
      resign: () => void this.commands.send("resign", {}),
      takeBack: () => void this.commands.undo(),
      restart: () => void this.commands.send("undo", { whole_turn: true }),
      rematch: () => void this.commands.askRematch(),
      replace: (absent) => void this.commands.send("replace", { absent }),
      comeBack: () => void this.commands.send("return", {}),
      unfollowed: (act) => this.unfollowed(act),
      imagine: (parts) => this.display.board.draw(parts),
      vacation: (days) => void this.commands.send("vacation", { days }),
    };
  }

  private listen(): void {
    addEventListener("pointerdown", () => {
      this.display.skip();
      this.arrivals.hurry();
    });
    addEventListener("keydown", (event) => this.endByKey(event), true);
    this.display.sheet.opened = (name) => name === "chat" && void this.loadChat().then((chat) => chat.open());
    find("#again").addEventListener("click", () => this.arrivals.watchAgain());
    this.touching.listen();
    void loadLazily().then(({ KeyFocus }) => new KeyFocus(this.display.board));
    new MoveField(this.store, this.touching, this.commands, this.display.prompt);
  }

  /** Any key has the end of the game at once, and does nothing else, but Tab goes on as ever. */
  private endByKey(event: KeyboardEvent): void {
    if (["Shift", "Control", "Alt", "Meta"].includes(event.key) || !this.display.skipEnd() || event.key === "Tab")
      return;
    event.preventDefault();
    event.stopPropagation();
  }

  private get view(): View | undefined {
    return viewOf(this.store.phase);
  }

  /** Show the table, join or claim a seat if the link says so, then follow what happens. */
  async open(): Promise<void> {
    await this.refresh();
    await arrive(this.id, this.base, this.view, (refusal) => this.display.prompt.say(refusal));
    await this.refresh();
    this.follow();
    this.stageWished();
    if (accountName() !== null || myTables().some((each) => each !== this.id))
      void loadLazily().then(({ watchNext }) => watchNext(this.id));
    this.commands.resume();
  }

  /** A review has sent the player here with a better move: it lies ready. */
  private stageWished(): void {
    const wished = wishedMove();
    if (wished) this.touching.stage(wished);
  }

  private async refresh(): Promise<void> {
    try {
      this.take(await get<View>(this.base));
    } catch (error) {
      this.display.prompt.say(explain(error));
    }
  }

  private follow(): void {
    this.stream = new TableStream(this.id, {
      message: (message) => this.receive(decode(message)),
      state: (connection, said) => {
        if (connection !== "connected") this.arrivals.attend(undefined);
        this.connection.showStream(connection, said);
      },
    });
  }

  /** Do what changes how this device is known: what follows the table began as it was known before. */
  private async unfollowed(act: () => Promise<void>): Promise<void> {
    this.stream?.close();
    await act();
    this.follow();
  }

  private receive(message: TableMessage | undefined): void {
    const view = message?.event === "patch" && this.patched.apply(message.data);
    if (view) this.take(view);
    if (message?.event === "build") noteBuild(message.data.build);
    if (message?.event === "presence") this.arrivals.attend(message.data);
    if (message?.event === "talk") void this.loadChat().then((chat) => chat.take(message.data));
  }

  /** Words at the table come with the first of them, or when somebody wants to say one. */
  private loadChat(): Promise<Chat> {
    this.chat ??= loadLazily().then(
      ({ Chat }) =>
        new Chat(
          this.base,
          () => this.view,
          () => this.display.sheet.open("chat"),
        ),
    );
    return this.chat;
  }

  private take(view: View): void {
    this.arrivals.take(view);
    if (view.time) void this.keepTime(view, performance.now());
  }

  /** Clocks go on while pieces still move. */
  private async keepTime(view: View, came: number): Promise<void> {
    const { Clocks } = await loadLazily();
    this.clocks ??= new Clocks();
    this.clocks.keep(view, came);
  }

  // --- Showing ------------------------------------------------------------------------------------------------------

  private async show(view: View): Promise<void> {
    const { display } = this;
    const before = this.view;
    noteTable(view);
    if (view.chance?.wanted.length) void loadLazily().then(({ addNonces }) => addNonces(this.base, view));
    const spots = before && before.version !== view.version ? record(display.stage) : undefined;
    const covered = display.covers(view);
    display.meet(before, view);
    display.drawParts(view, covered);
    this.store.set(receiveView(this.store.phase, view, covered));
    this.commands.settle();
    find("#plan").hidden = !view.plans || view.turn.yours || Boolean(view.waiting);
    display.drawAround(before, view, covered);
    void this.chat?.then((chat) => chat.draw());
    this.commands.followRematch(before, view);
    await display.animate(spots, before, view);
    void this.coaching.draw();
  }

  /** "I am here": the same view once more, now with its hand. */
  private uncover(): void {
    if (this.view) void this.show(this.view);
  }
}
