// One control for many moves: choices whose next touch is "number-NAME-N" become a field to type in, between two steppers.
import type { Choice } from "../net/types.ts";
import { button, find, make } from "../ui/dom.ts";
import { t } from "../ui/translations.ts";
import { nextIds } from "./choices.ts";

const NUMBER = /^number-.+-(-?\d+)$/;

interface Numbered {
  id: string;
  value: number;
}

export interface NumberActions {
  choose(id: string): void;
  confirm(): void;
}

export class NumberControl {
  private readonly place = find("#numbers");
  private readonly field = make("input", { type: "number", inputmode: "numeric", step: "1" }) as HTMLInputElement;
  private readonly lower: HTMLButtonElement;
  private readonly higher: HTMLButtonElement;
  private offered: Numbered[] = [];
  /** Place of the chosen number among those offered; -1 while none is. */
  private chosen = -1;

  constructor(private readonly actions: NumberActions) {
    this.lower = button("−", () => this.step(-1), { class: "stepper", "aria-label": t("Lower") });
    this.higher = button("+", () => this.step(1), { class: "stepper", "aria-label": t("Higher") });
    this.field.setAttribute("aria-labelledby", "prompt");
    this.place.append(this.lower, this.field, this.higher);
    this.field.addEventListener("input", () => this.typed());
    this.field.addEventListener("keydown", (event) => this.key(event));
  }

  /** Show the numbers that may be touched next, or instead of the last touch. */
  draw(choices: readonly Choice[], touched: string[]): void {
    const last = touched.at(-1) ?? "";
    const further = numbersIn(choices, touched);
    this.offered = further.length ? further : numbersIn(choices, touched.slice(0, -1));
    this.place.hidden = !this.offered.length;
    if (!this.offered.length) return;
    this.chosen = this.offered.findIndex(({ id }) => id === last);
    this.showField();
    this.lower.disabled = this.chosen <= 0;
    this.higher.disabled = this.chosen === this.offered.length - 1;
  }

  private showField(): void {
    this.field.min = String(this.offered[0]?.value);
    this.field.max = String(this.offered.at(-1)?.value);
    this.field.placeholder = this.offered.length > 1 ? `${this.field.min}–${this.field.max}` : this.field.min;
    if (document.activeElement === this.field && this.chosen < 0) return;
    this.field.value = String(this.offered[this.chosen]?.value ?? "");
    this.field.removeAttribute("aria-invalid");
  }

  /** One number higher or lower; the first step chooses the lowest. False when there is no such control now. */
  step(by: number): boolean {
    if (!this.offered.length) return false;
    this.choose(this.chosen < 0 ? 0 : this.chosen + by);
    return true;
  }

  private choose(place: number): void {
    const number = this.offered[place];
    if (number && place !== this.chosen) this.actions.choose(number.id);
  }

  private typed(): void {
    const index = this.offered.findIndex(({ value }) => String(value) === this.field.value.trim());
    this.field.setAttribute("aria-invalid", String(index < 0 && this.field.value !== ""));
    this.choose(index);
  }

  private key(event: KeyboardEvent): void {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (this.field.getAttribute("aria-invalid") === "true") return;
    if (this.chosen >= 0) this.actions.confirm();
  }
}

function numbersIn(choices: readonly Choice[], before: string[]): Numbered[] {
  const ids = [...nextIds(choices, before)].filter((id) => NUMBER.test(id));
  const entries = ids.map((id) => ({ id, value: Number(NUMBER.exec(id)?.[1]) }));
  return entries.sort((one, other) => one.value - other.value);
}
