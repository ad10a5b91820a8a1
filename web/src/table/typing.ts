// The move field: type a move as it stands in records. Enter stages it, a second Enter confirms.
import { shake } from "../stage/effects.ts";
import { find } from "../ui/dom.ts";
import { touchesOf, viewOf } from "./phase.ts";
import type { Prompt } from "./prompt.ts";
import type { Store } from "./store.ts";
import { stagedMove } from "./touches.ts";
import type { Orders, Touching } from "./touching.ts";

export class MoveField {
  private readonly field = find<HTMLInputElement>("#move-text");

  constructor(
    private readonly store: Store,
    private readonly touching: Touching,
    private readonly commands: Orders,
    private readonly prompt: Prompt,
  ) {
    find<HTMLFormElement>("#move-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.enter(this.field.value.trim());
    });
  }

  private enter(move: string): void {
    if (stagedMove(touchesOf(this.store.phase))?.move.toLowerCase() === move.toLowerCase()) {
      this.touching.confirm();
      this.field.value = "";
    } else if (!this.touching.stage(move)) this.attempt(move);
  }

  /** A typed move that is not legal goes to the server, which knows the rule that forbids it. */
  private attempt(move: string): void {
    const view = viewOf(this.store.phase);
    shake(this.field);
    if (view?.turn.yours) void this.commands.send("moves", { move });
    else this.prompt.say({ text: view?.turn.headline ?? "" });
  }
}
