// A table that only the server's memory knows: a position that somebody tries a move in. Board, touches and drawing are those
// of every table; what is told about it stands on a card beside what it speaks of.
import { get, type Notice } from "../net/api.ts";
import { playerName } from "../net/player.ts";
import type { About, View } from "../net/types.ts";
import { shake } from "../stage/effects.ts";
import { record } from "../stage/motion.ts";
import { boxesOf, Spotlight } from "../stage/spotlight.ts";
import type { TouchPath } from "../table/choices.ts";
import { Display, type DisplayActions } from "../table/display.ts";
import { loadLazily } from "../table/lazy-load.ts";
import { type Phase, receiveView, touchesOf, viewOf } from "../table/phase.ts";
import { Store } from "../table/store.ts";
import { nextTouches, stagedMove } from "../table/touches.ts";
import { type Orders, Touching } from "../table/touching.ts";
import { MoveField } from "../table/typing.ts";
import { find, findAll } from "../ui/dom.ts";
import { loadPart } from "../ui/update.ts";
import type { Card, Press } from "./card.ts";

/** What the card leaves free besides its targets, where it can: controls, and what players own on the board. */
const OTHERS = ".dock, #camera button, .map [data-player]";

/** A touch that leads nowhere is answered by the sentence of the moment, or where that is asked for by the rule against it. */
class Guided extends Touching {
  sentence = "";
  asks = false;

  /** Where the position is that is shown; "": nothing is explained. */
  address = "";

  protected override async whyNot(path: TouchPath): Promise<Notice | undefined> {
    return this.asks ? super.whyNot(path) : { text: this.sentence };
  }

  protected override async about(name: string): Promise<About> {
    return this.address ? get<About>(withPlayer(`${this.address}/about/${encodeURIComponent(name)}`)) : {};
  }
}

/** An address of the table, which then calls the player by name. */
export function withPlayer(address: string): string {
  return `${address}?player=${encodeURIComponent(playerName())}`;
}

export abstract class PreparedTable {
  protected readonly map = find(".map");
  protected readonly store = new Store((phase) => this.drawTouches(phase));
  protected readonly display: Display;
  protected readonly touching: Guided;
  protected readonly spotlight = new Spotlight(this.map);
  /** It is loaded beside the position: nothing is on it before that is there. */
  protected card: Card | undefined;
  /** A move can be played now; else the table is locked. */
  protected trying = false;
  /** Where the last move has changed something, as ids: the card should not hide it. */
  protected result: string[] = [];
  /** Where everything was when the card was placed. */
  private layout = "";

  constructor(protected readonly base: string) {
    find("#tab-table").remove(); // nothing is agreed on at this table
    this.display = new Display(this.base, this.actions());
    this.display.board.camera.isEager = true;
    const orders: Orders = {
      send: async (verb, { move }) => {
        if (verb === "moves") await this.played(String(move));
      },
      undo: async () => undefined,
    };
    this.touching = new Guided(this.base, this.store, this.display, orders);
    this.listen(orders);
  }

  protected async loadCard(): Promise<void> {
    const { Card } = await loadPart(() => import("./card.ts"));
    this.card = new Card();
  }

  /** Whether a staged move may be played; else it has to be turned. */
  protected expects(_move: string): boolean {
    return true;
  }

  /** A move was chosen. */
  protected abstract played(move: string): Promise<void>;

  /** What the drawn controls do; what needs company does nothing here. */
  private actions(): DisplayActions {
    const nothing = (): void => undefined;
    return {
      touch: (id) => this.touching.touch(id),
      put: (id) => void this.touching.put(id),
      stage: (move) => void this.touching.stage(move),
      turn: (step) => this.touching.turn(step),
      confirm: () => void this.touching.confirm(),
      uncover: nothing,
      answer: nothing,
      resign: nothing,
      takeBack: nothing,
      restart: nothing,
      rematch: nothing,
      replace: nothing,
      comeBack: nothing,
      unfollowed: (act) => act(),
      vacation: nothing,
    };
  }

  private listen(orders: Orders): void {
    addEventListener("pointerdown", () => this.display.skip());
    this.lockSmallBoards();
    this.touching.listen();
    new MoveField(this.store, this.touching, orders, this.display.prompt);
    this.follow();
  }

  /** Another's board is not opened here: what is told lies on the table. */
  private lockSmallBoards(): void {
    const refuse = (event: Event): void => {
      const small = event.target instanceof Element ? event.target.closest("svg [data-opens]") : null;
      if (!small) return;
      event.stopPropagation();
      this.refuse(small);
    };
    this.display.stage.addEventListener("click", refuse, true);
  }

  /** Light and card follow what they are about wherever it moves: the hand, the board, the panel. */
  private follow(): void {
    const layout = JSON.stringify([this.spotlight.targets, this.map.getBoundingClientRect(), headlineEnd()]);
    if (layout !== this.layout) this.place();
    this.layout = layout;
    requestAnimationFrame(() => this.follow());
  }

  /** Show a position, in which nothing can be touched yet; `follows`: it comes from the one that is shown. The prompt asks for
      no move meanwhile. */
  protected async show(view: View, follows = true, prompt = view.turn.prompt): Promise<void> {
    const { display } = this;
    const before = follows ? viewOf(this.store.phase) : undefined;
    const spots = before ? record(display.stage) : undefined;
    display.drawParts(view, false);
    const turn = { ...view.turn, prompt };
    this.store.set(receiveView(this.store.phase, { ...view, choices: [], turn }, false));
    display.drawAround(before, view, false);
    await display.animate(spots, before, view);
  }

  /** From now on the moves of the position can be played. */
  protected unlock(view: View): void {
    this.trying = true;
    this.store.set(receiveView(this.store.phase, view, false));
  }

  protected async focusFirst(): Promise<void> {
    const { focusFirst } = await loadLazily();
    focusFirst(this.display.board);
  }

  /** Where only a part of the board or of the column is shown, pieces come into sight. */
  protected reveal(pieces: Element[]): void {
    const onMap = pieces.filter((piece) => this.map.contains(piece));
    this.display.board.camera.include(...(onMap as SVGGraphicsElement[]));
    for (const piece of pieces.toReversed()) if (!onMap.includes(piece)) piece.scrollIntoView({ block: "nearest" });
  }

  protected showCard(heading: string, text: string, presses: Press[], awaits = false): void {
    this.display.sheet.giveWay();
    this.card?.show(heading, text, presses, awaits);
    this.place();
  }

  protected refuse(where: Element): void {
    shake(where);
    if (this.card?.isOpen) this.card?.refuse();
    this.display.prompt.say({ text: this.touching.sentence });
  }

  // --- Drawing ------------------------------------------------------------------------------------------------------

  private drawTouches(phase: Phase): void {
    this.display.drawTouches(phase);
    const touches = touchesOf(phase);
    const staged = stagedMove(touches);
    const due = staged ? new Set([this.expects(staged.move) ? "confirm" : "turn"]) : nextTouches(touches);
    this.spotlight.await(this.trying ? due : new Set());
    this.card?.ready(due);
    this.reveal(this.spotlight.next);
  }

  /** Light and card lie where the drawing is now. On a desk the card stays on the map. */
  protected place(): void {
    this.spotlight.draw();
    const map = this.map.getBoundingClientRect();
    const upright = map.width > innerWidth - 2;
    const others = findAll(OTHERS).map((each) => each.getBoundingClientRect());
    // The step's heading is seen, too, and the result of the game.
    const top = Math.max(upright ? find(".between").getBoundingClientRect().bottom : 0, headlineEnd());
    const frame = new DOMRect(map.x, top, map.width, (upright ? innerHeight : map.bottom) - top);
    this.card?.place(this.spotlight.targets, frame, [...others, ...boxesOf(this.result, this.map)]);
  }
}

/** Where the result of the game ends; 0 before there is one. */
function headlineEnd(): number {
  return find("#ending").getBoundingClientRect().bottom;
}
