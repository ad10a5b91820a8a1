// What the player has touched so far: narrowing, staging, putting back. Says what changed; draws nothing itself.
import { completed, implied, nextIds, stillValid, touch } from "./choose.ts";
import type { Choice, TouchPath } from "./types.ts";

export interface SelectionEvents {
  changed(): void;
  confirmed(choice: Choice): void;
  /** `path` leads to no move. */
  refused(path: TouchPath): void;
}

export class Selection {
  private choices: Choice[] = [];
  private version = -1;
  touched: TouchPath = [];
  /** What the player touched last; touches that follow by themselves may come behind it. */
  private last = "";
  /** The moves that the touches mean; more than one can be turned through. */
  private meant: Choice[] = [];
  private turned = 0;

  constructor(
    private readonly events: SelectionEvents,
    private readonly mustConfirm: () => boolean,
  ) {}

  /** The move that Confirm would send. */
  get staged(): Choice | undefined {
    return this.meant[this.turned];
  }

  /** How many moves the same touches mean. */
  get turns(): number {
    return this.meant.length;
  }

  /** Take the legal moves of a new view. Touches survive only as long as the table has not changed. */
  offer(choices: Choice[], version: number): void {
    const staged = this.staged?.move;
    const touched = version === this.version ? stillValid(choices, this.touched) : [];
    this.choices = choices;
    this.version = version;
    this.stage(touched, staged);
  }

  /** These are touched now; of several moves that they mean, `move` is staged, or the first. */
  private stage(touched: TouchPath, move?: string): void {
    this.touched = touched;
    this.meant = touched.length ? completed(this.choices, touched) : [];
    this.turned = Math.max(0, this.meant.findIndex((choice) => choice.move === move));
  }

  get next(): Set<string> {
    return nextIds(this.choices, this.touched);
  }

  /** Ids that would replace an earlier touch. */
  get instead(): Set<string> {
    const ids = new Set<string>();
    for (let kept = 0; kept < this.touched.length; kept++) {
      nextIds(this.choices, this.touched.slice(0, kept)).forEach((id) => ids.add(id));
    }
    return ids;
  }

  get offered(): Choice[] {
    return this.choices;
  }

  /** One touch: narrows, lengthens, restages; repeating the last touch turns, confirms, or goes one step back. */
  touch(id: string): void {
    if (id === this.last && this.touched.includes(id) && !this.next.has(id)) return this.repeat();
    if (!this.put(id)) return this.events.refused([...this.open(), id]);
    if (this.isDecided && !this.mustConfirm()) this.confirm();
  }

  private repeat(): void {
    if (!this.staged) return this.stepBack();
    if (this.turns > 1) this.turn(1);
    else this.confirm();
  }

  /** Touch without ever confirming; false when it leads nowhere. */
  put(id: string): boolean {
    const path = touch(this.choices, this.touched, id);
    if (!path) return false;
    this.stage(implied(this.choices, path));
    this.last = id;
    this.events.changed();
    return true;
  }

  /** Go to the next (1) or previous (-1) of several moves with the same touches; false when there is nothing to turn. */
  turn(step: number): boolean {
    if (this.turns < 2) return false;
    this.turned = (this.turned + step + this.turns) % this.turns;
    this.events.changed();
    return true;
  }

  /** One move and nothing else is meant, and no further touch could change it. */
  private get isDecided(): boolean {
    return this.turns === 1 && this.next.size === 0;
  }

  /** The touches that a refused one would have continued. */
  private open(): TouchPath {
    return this.staged ? this.touched.slice(0, -1) : this.touched;
  }

  /** The move that a touch on `id` would stage: for previews under the pointer. */
  wouldStage(id: string): Choice | undefined {
    const path = touch(this.choices, this.touched, id);
    return path && completed(this.choices, implied(this.choices, path))[0];
  }

  /** Stage a move by its notation; false when it is not among the legal ones. */
  stageMove(move: string): boolean {
    const choice = this.choices.find((each) => each.move.toLowerCase() === move.trim().toLowerCase());
    if (!choice) return false;
    this.stage(choice.paths[0] ?? [], choice.move);
    this.events.changed();
    return true;
  }

  confirm(): void {
    const choice = this.staged;
    if (choice) this.events.confirmed(choice);
  }

  /** Put everything back; false when nothing was touched. */
  clear(): boolean {
    if (!this.touched.length) return false;
    this.stage([]);
    this.events.changed();
    return true;
  }

  private stepBack(): void {
    this.stage(this.touched.slice(0, -1));
    this.events.changed();
  }
}
