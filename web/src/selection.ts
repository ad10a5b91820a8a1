// What the player has touched so far: narrowing, staging, putting back. Says what changed; draws nothing itself.
import { completed, nextIds, stillValid, touch } from "./choose.ts";
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
  staged: Choice | undefined;

  constructor(
    private readonly events: SelectionEvents,
    private readonly mustConfirm: () => boolean,
  ) {}

  /** Take the legal moves of a new view. Touches survive only as long as the table has not changed. */
  offer(choices: Choice[], version: number): void {
    this.touched = version === this.version ? stillValid(choices, this.touched) : [];
    this.choices = choices;
    this.version = version;
    this.staged = this.touched.length ? completed(choices, this.touched) : undefined;
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

  /** One touch: narrows, restages, or confirms when it repeats the last touch of a staged move. */
  touch(id: string): void {
    if (this.staged && id === this.touched.at(-1)) return this.confirm();
    if (!this.staged && id === this.touched.at(-1)) return this.stepBack();
    const path = touch(this.choices, this.touched, id);
    if (!path) return this.events.refused([...this.open(), id]);
    this.touched = path;
    this.staged = completed(this.choices, path);
    if (this.staged && !this.mustConfirm()) this.confirm();
    else this.events.changed();
  }

  /** The touches that a refused one would have continued. */
  private open(): TouchPath {
    return this.staged ? this.touched.slice(0, -1) : this.touched;
  }

  /** The move that a touch on `id` would stage: for previews under the pointer. */
  wouldStage(id: string): Choice | undefined {
    const path = touch(this.choices, this.touched, id);
    return path && completed(this.choices, path);
  }

  /** Stage a move by its notation; false when it is not among the legal ones. */
  stageMove(move: string): boolean {
    const choice = this.choices.find((each) => each.move.toLowerCase() === move.trim().toLowerCase());
    if (!choice) return false;
    this.touched = choice.paths[0] ?? [];
    this.staged = choice;
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
    this.touched = [];
    this.staged = undefined;
    this.events.changed();
    return true;
  }

  private stepBack(): void {
    this.touched = this.touched.slice(0, -1);
    this.staged = undefined;
    this.events.changed();
  }
}
