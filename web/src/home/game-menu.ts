// What else can be done with one of one's games: archive it, or hide it when it is over, take it out again, or resign.
import { pushSettings } from "../account/settings.ts";
import { explain } from "../net/api.ts";
import { archive, archivedTables } from "../net/archive.ts";
import { accountName, dropTable } from "../net/my-tables.ts";
import { newId, postReliably } from "../net/outbox.ts";
import type { Summary } from "../net/types.ts";
import { button, find, make } from "../ui/dom.ts";
import { t } from "../ui/translations.ts";

type MenuGame = Pick<Summary, "id" | "title" | "state"> & { seats?: Summary["seats"] };

export class GameMenu {
  private readonly popover = find("#game-menu");

  /** `changed` is called when something was done. */
  constructor(private readonly changed: () => void) {}

  open(game: MenuGame, at: HTMLElement): void {
    const isArchived = archivedTables().includes(game.id);
    const isOver = game.state === "over";
    const label = isArchived ? (isOver ? t("Unhide") : t("Unarchive")) : isOver ? t("Hide game") : t("Archive game");
    const put = button(label, () => void this.archive(game, !isArchived));
    const resign = button(t("Resign"), () => this.ask(game), { class: "danger" });
    const plays = game.state === "yours" || game.state === "running";
    this.popover.replaceChildren(make("p", {}, make("strong", {}, game.title.text)), put, ...(plays ? [resign] : []));
    this.popover.showPopover();
    const box = at.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.popover;
    this.popover.style.left = `${Math.max(8, Math.min(box.right - width, innerWidth - width - 8))}px`;
    this.popover.style.top = `${Math.max(8, Math.min(box.bottom + 4, innerHeight - height - 8))}px`;
    put.focus();
  }

  private async archive(game: MenuGame, on: boolean): Promise<void> {
    archive(game.id, on);
    if (accountName() !== null) await pushSettings();
    if (on && game.state === "over") dropTable(game.id);
    this.close();
  }

  /** Once more, in place. */
  private ask(game: MenuGame): void {
    const id = newId(); // the same however often it is pressed
    const keep = button(t("Keep playing"), () => this.popover.hidePopover());
    const yes = button(t("Yes, resign"), () => void this.resign(game, id), { class: "danger" });
    const problem = make("p", { class: "problem", role: "alert" });
    this.popover.replaceChildren(make("p", {}, t("Resign?")), yes, keep, problem);
    keep.focus();
  }

  private async resign(game: MenuGame, client_move_id: string): Promise<void> {
    const seat = game.seats?.findIndex(({ yours }) => yours);
    const say = (text: string): void => {
      find(".problem", this.popover).textContent = text;
    };
    try {
      await postReliably(`/api/tables/${game.id}/resign`, { seat, client_move_id }, say);
      dropTable(game.id);
      this.close();
    } catch (error) {
      say(explain(error).text);
    }
  }

  private close(): void {
    this.popover.hidePopover();
    this.changed();
  }
}
