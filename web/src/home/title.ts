// A title's card: Play and Invite open a table at once, as the dialog behind the opponent line says; the dialog holds all
// that can be chosen besides.
import { explain } from "../net/api.ts";
import { OWN_LEVELS } from "../net/games.ts";
import { openTable } from "../net/places.ts";
import { rememberName } from "../net/player.ts";
import type { OwnGames } from "../net/types.ts";
import { shake } from "../stage/effects.ts";
import { closeOnBack } from "../ui/back.ts";
import { COPIED, copyToClipboard, find, findAll } from "../ui/dom.ts";
import { t } from "../ui/translations.ts";
import { askOwnName } from "./own-name.ts";
import { saysOf } from "./sentence.ts";
import { Setup, type Wish } from "./setup.ts";

export class TitleCard {
  private readonly setup: Setup;
  private readonly dialog: HTMLDialogElement;
  private readonly opponent: HTMLButtonElement;

  constructor(private readonly card: HTMLElement) {
    this.dialog = find<HTMLDialogElement>("dialog", card);
    this.setup = new Setup(find<HTMLFormElement>("form", card), () => this.showSummary());
    this.opponent = find<HTMLButtonElement>("[data-opens-setup]", card);
    this.opponent.addEventListener("click", () => this.open());
    find("[data-close]", card).addEventListener("click", () => this.dialog.close());
    addEventListener("pageshow", () => this.card.classList.remove("opening"));
    find("[data-play]", card).addEventListener("click", () => void this.create(this.setup.wishes(), card));
    find("[data-invite]", card).addEventListener("click", () => void this.invite());
    this.setup.form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.setup.check()) void this.create(this.setup.wishes(), this.setup.form);
    });
    document.addEventListener(OWN_LEVELS, (event) => {
      if (this.setup.offerOwnLevel((event as CustomEvent<OwnGames["levels"]>).detail)) this.showSummary();
    });
    this.showSummary();
  }

  private async invite(): Promise<void> {
    if (await askOwnName()) await this.create(this.setup.withFriend(), this.card);
  }

  private open(): void {
    const closed = closeOnBack(() => this.dialog.close());
    this.dialog.addEventListener("close", closed, { once: true });
    this.dialog.showModal();
    for (const line of findAll(".says, .portrait", this.dialog)) line.ariaLive = "polite"; // what is hidden is not spoken
  }

  /** The opponent line: one bot by name, everything else as a sentence. */
  private showSummary(): void {
    const [bot, ...more] = this.setup.bots();
    const alone = bot && !more.length && this.setup.wishes().length === 2;
    const company = this.setup.company();
    const line = alone
      ? [t("against {name}, {level}", { name: bot.name, level: bot.level }), company.clock].filter(Boolean).join(", ")
      : saysOf(company);
    find(".against", this.card).textContent = line;
    find("use", this.opponent).setAttribute("href", bot ? bot.face : "#face-0");
    find(".face", this.opponent).setAttribute("class", `quartier face seat-${bot ? 1 : 0}`);
  }

  private async create(seats: Wish[], near: HTMLElement): Promise<void> {
    if (this.card.classList.contains("opening")) return; // a second touch means the same table
    if (near === this.card && !this.setup.check()) return this.open();
    const problem = find(near === this.card ? ".title-play > .problem" : "footer .problem", near);
    const say = (text: string): void => {
      problem.textContent = text;
    };
    say("");
    this.card.classList.add("opening");
    try {
      const table = await openTable("/api/tables", { ...this.setup.game(), seats }, say);
      const own = seats.find((seat) => seat.name)?.name;
      if (own) rememberName(own);
      const [link, ...more] = table.seats.flatMap((seat) => seat.invite_url ?? []);
      const onClipboard = link && !more.length && (await copyToClipboard(link));
      location.assign(table.url + (onClipboard ? COPIED : ""));
    } catch (error) {
      this.card.classList.remove("opening");
      say(explain(error).text);
      problem.scrollIntoView({ block: "nearest" });
      shake(problem);
    }
  }
}
