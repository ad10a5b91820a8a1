// The dialog of a new table: who sits where, at which level, in which colour; board, options, hints.
import { playerName } from "../net/player.ts";
import { find, findAll } from "../ui/dom.ts";
import { local } from "../ui/storage.ts";
import { t } from "../ui/translations.ts";
import { type Company, saysAll } from "./sentence.ts";
import { Swatches } from "./swatches.ts";

export interface Wish {
  kind: "me" | "friend" | "bot";
  name?: string;
  bot?: string;
}

/** A bot as it is spoken of. */
export interface ChosenBot {
  name: string;
  level: string;
  sentence: string;
  /** The symbol of its face. */
  face: string;
}

type Field = HTMLSelectElement | HTMLInputElement;

export class Setup {
  private readonly seats: HTMLFieldSetElement[];
  private readonly title: string;
  private readonly hints: HTMLInputElement;
  private readonly swatches: Swatches;
  private hintsChosen = false;

  /** `changed` is called whenever something else is chosen. */
  constructor(
    readonly form: HTMLFormElement,
    private readonly changed: () => void,
  ) {
    this.title = form.dataset.title ?? "";
    this.seats = findAll<HTMLFieldSetElement>(".seat-wish", form);
    this.hints = find<HTMLInputElement>("[data-hints]", form);
    this.swatches = new Swatches(this.seats);
    for (const seat of this.seats) levelOf(seat).value = this.lastLevel();
    this.hints.addEventListener("change", () => (this.hintsChosen = true));
    form.addEventListener("change", (event) => this.change(event));
    document.addEventListener("named", () => this.rename());
    form.addEventListener("input", (event) => complain(event.target as HTMLElement, ""));
    this.show();
  }

  private change(event: Event): void {
    const field = event.target as HTMLElement;
    this.swatches.change(field);
    if (field.matches(".level")) local.set(this.key, (field as HTMLSelectElement).value);
    if (!this.hintsChosen) this.hints.checked = !this.rated && !this.seats.some((seat) => kindOf(seat) === "friend");
    if (this.rated) this.clock.value ||= this.clock.options[1]?.value ?? "";
    this.show(field.closest<HTMLFieldSetElement>(".seat-wish") ?? undefined);
    this.changed();
  }

  /** The player has another name now. */
  private rename(): void {
    for (const seat of this.seats) if (kindOf(seat) === "me") nameOf(seat).value = playerName();
  }

  private get key(): string {
    return `quartier.level.${this.title}`;
  }

  /** The level last chosen; else the first one: the player's own, at first the beginner. */
  private lastLevel(): string {
    const levels = [...(this.seats[0] ? levelOf(this.seats[0]).options : [])].map((option) => option.value);
    const last = local.get(this.key) ?? "";
    return levels.includes(last) ? last : (levels[0] ?? "");
  }

  /** The player's level stands before the others. Whether it is another one than before. */
  offerOwnLevel(levels: Record<string, string>): boolean {
    const own = levels[this.title];
    const selects = this.seats.map(levelOf);
    if (!own || selects[0]?.options[0]?.dataset.own === own) return false;
    const last = this.lastLevel();
    for (const select of selects) {
      const chosen = select.value === last;
      select.querySelector("[data-own]")?.remove();
      const option = find<HTMLOptionElement>(`[value="${own}"]`, select).cloneNode(true) as HTMLOptionElement;
      option.value = "own";
      option.dataset.own = own;
      option.text = ownLevelText(option.text);
      select.prepend(option);
      if (chosen) select.value = this.lastLevel();
    }
    this.show();
    return true;
  }

  // --- What is chosen -------------------------------------------------------------------------------------------------

  /** One for each seat that is not left out. */
  wishes(): Wish[] {
    return this.takenSeats().map((seat) => wishOf(seat));
  }

  /** The same with a friend in the first place that a bot has, or the second. */
  withFriend(): Wish[] {
    const wishes = this.wishes();
    if (wishes.some((wish) => wish.kind === "friend")) return wishes;
    const bot = wishes.findIndex((wish, seat) => seat > 0 && wish.kind === "bot");
    return wishes.toSpliced(bot < 0 ? wishes.length : bot, bot < 0 ? 0 : 1, { kind: "friend" });
  }

  bots(): ChosenBot[] {
    return this.takenSeats()
      .filter((seat) => kindOf(seat) === "bot")
      .map((seat) => this.botOf(seat));
  }

  company(): Company {
    const kinds = this.takenSeats().map(kindOf);
    const { least, most, minutes = "0 0" } = this.form.dataset;
    const [short = 0, long = 0] = minutes.split(" ").map(Number);
    return {
      players: kinds.length,
      bots: kinds.filter((kind) => kind === "bot").length,
      friends: kinds.filter((kind) => kind === "friend").length,
      minutes: [short, long],
      clock: this.clock.value && (this.clock.selectedOptions[0]?.text ?? ""),
      days: this.clock.selectedOptions[0]?.dataset.days !== undefined,
      seats: [Number(least), Number(most)],
    };
  }

  /** What is played: title, options, board, whether moves without a choice happen by themselves, and whether there are hints. */
  game(): Record<string, unknown> {
    const board = this.form.querySelector<HTMLSelectElement>("[data-board]");
    return {
      title: this.title,
      options: { ...this.options(), ...this.swatches.options(this.takenSeats()) },
      access: find<HTMLInputElement>("[data-access]:checked", this.form).value,
      automatic: find<HTMLInputElement>("[data-automatic]", this.form).checked,
      provable: find<HTMLInputElement>("[data-provable]", this.form).checked,
      rated: this.rated,
      ...(this.hintsChosen ? { hints: this.hints.checked } : {}),
      ...(board ? { board: board.value } : {}),
      ...this.time(),
    };
  }

  /** How much time people have; nothing without a clock. */
  private time(): Record<string, unknown> {
    const { value } = this.clock;
    const then = find<HTMLInputElement>("[data-then] input:checked", this.form).value;
    return value ? { time: { ...(JSON.parse(value) as object), then } } : {};
  }

  /** Whether the result changes ratings, where somebody is signed in. */
  private get rated(): boolean {
    return this.form.querySelector<HTMLInputElement>("[data-rated]")?.checked ?? false;
  }

  private get clock(): HTMLSelectElement {
    return find<HTMLSelectElement>("[data-time]", this.form);
  }

  private options(): Record<string, unknown> {
    const fields = findAll<Field>("[data-option]", this.form).filter((field) => !field.closest("[hidden]"));
    return Object.fromEntries(fields.filter(isChosen).map((field) => [field.name, chosenValue(field)]));
  }

  /** Whether all that is needed is there; what is missing is said beside its field. */
  check(): boolean {
    const missing = this.takenSeats().flatMap((seat) => {
      const name = nameOf(seat);
      return name.hidden || name.value.trim() ? [] : [name];
    });
    for (const name of missing) complain(name, t("Enter a name."));
    missing[0]?.focus();
    return !missing.length;
  }

  private takenSeats(): HTMLFieldSetElement[] {
    return this.seats.filter((seat) => kindOf(seat) !== "nobody");
  }

  private botOf(seat: HTMLFieldSetElement): ChosenBot {
    const { bot = "", level = "", sentence = "" } = levelOf(seat).selectedOptions[0]?.dataset ?? {};
    return { name: bot, level, sentence, face: `#bot-${this.title}-${chosenLevel(seat)}` };
  }

  // --- What is shown --------------------------------------------------------------------------------------------------

  /** `at`: the seat that was changed; the portrait shows its bot. */
  private show(at?: HTMLFieldSetElement): void {
    for (const seat of this.seats) showSeat(seat);
    for (const option of findAll("[data-needs]", this.form)) {
      option.hidden = !find<HTMLInputElement>(`[name="${option.dataset.needs}"]`, this.form).checked;
    }
    find("[data-then]", this.form).hidden = !this.clock.value || this.rated; // then it is lost
    find("[data-time-says]", this.form).textContent = this.clock.selectedOptions[0]?.dataset.says ?? "";
    find(".says", this.form).textContent = saysAll(this.company());
    this.showRatings();
    this.showPortrait(at && kindOf(at) === "bot" ? this.botOf(at) : this.bots()[0]);
  }

  /** How strong a bot is was measured by the number of players. */
  private showRatings(): void {
    for (const option of findAll<HTMLOptionElement>("[data-ratings]", this.form)) {
      const { bot, level, own, ratings = "" } = option.dataset;
      const rating = ratings.split(" ")[this.takenSeats().length - 2];
      const text = `${bot} – ${level}${rating ? ` (${rating})` : ""}`;
      option.text = own ? ownLevelText(text) : text;
    }
  }

  private showPortrait(bot: ChosenBot | undefined): void {
    const portrait = find(".portrait", this.form);
    portrait.hidden = !bot?.sentence;
    if (!bot) return;
    find("use", portrait).setAttribute("href", bot.face);
    find("span", portrait).textContent = `${bot.name}: ${bot.sentence}`;
  }
}

function ownLevelText(bot: string): string {
  return t("Your level: {bot}", { bot });
}

/** A bot has a level, a person at this device a name; the others bring theirs. */
function showSeat(seat: HTMLFieldSetElement): void {
  const kind = kindOf(seat);
  levelOf(seat).hidden = kind !== "bot";
  const name = nameOf(seat);
  name.hidden = kind !== "me" && kind !== "here";
  if (kind === "me") name.value ||= playerName();
  if (name.hidden) complain(name, "");
  seat.classList.toggle("empty", kind === "nobody");
}

function wishOf(seat: HTMLFieldSetElement): Wish {
  const kind = kindOf(seat);
  if (kind === "bot") return { kind, bot: chosenLevel(seat) };
  return kind === "friend" ? { kind } : { kind: "me", name: nameOf(seat).value.trim() };
}

function kindOf(seat: HTMLFieldSetElement): string {
  return find<HTMLInputElement>(".segments input:checked", seat).value;
}

/** What a bot there is called, also where the player's own level was chosen. */
function chosenLevel(seat: HTMLFieldSetElement): string {
  const { value, selectedOptions } = levelOf(seat);
  return selectedOptions[0]?.dataset.own ?? value;
}

function levelOf(seat: HTMLFieldSetElement): HTMLSelectElement {
  return find<HTMLSelectElement>(".level", seat);
}

function nameOf(seat: HTMLFieldSetElement): HTMLInputElement {
  return find<HTMLInputElement>("input.name", seat);
}

function isChosen(field: Field): boolean {
  return !(field instanceof HTMLInputElement && field.type === "radio") || field.checked;
}

/** A switch is on or off; a choice holds its value as JSON. */
function chosenValue(field: Field): unknown {
  return field instanceof HTMLInputElement && field.type === "checkbox"
    ? field.checked
    : (JSON.parse(field.value) as unknown);
}

/** Say what is wrong with a field, beside it; "" takes it back. */
function complain(field: HTMLElement, problem: string): void {
  const hint = document.getElementById(field.getAttribute("aria-describedby") ?? "");
  if (!field.matches("input.name") || !hint) return;
  hint.textContent = problem;
  field.setAttribute("aria-invalid", String(problem !== ""));
}
