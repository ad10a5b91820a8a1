// The line under the players: what wins and how far the game has come; before the end, by what it ends.
import type { View } from "../net/types.ts";
import { announce } from "../ui/announce.ts";
import { find, setText } from "../ui/dom.ts";

export class GoalLine {
  private readonly root = find("#goal");
  private warning = "";

  /** A warning is read out once, when it comes. */
  draw({ goal: { aim, progress, warning }, over }: View): void {
    setText(find("span", this.root), warning ? "" : aim);
    setText(find("b", this.root), warning || progress);
    this.root.title = [aim, progress, warning].filter(Boolean).join(" · ");
    this.root.classList.toggle("near", warning !== "");
    if (warning && warning !== this.warning && !over) announce(warning);
    this.warning = warning;
  }
}
