// One control for many moves: choices whose next touch is "number-NAME-N" become buttons in a row, between two steppers.
import type { Choice } from "../net/types.ts";
import { button, find, setText } from "../ui/dom.ts";
import { t } from "../ui/translations.ts";
import { nextIds } from "./choices.ts";

const NUMBER = /^number-.+-(-?\d+)$/;
const MOST = 4; // numbers in sight: the lowest or those around the chosen one, and the highest

interface Numbered {
  id: string;
  value: number;
}

export class NumberControl {
  private readonly place = find("#numbers");
  private readonly numbers = Array.from({ length: MOST }, (_, index) =>
    button("", () => this.choose(this.shown[index])),
  );
  private readonly lower: HTMLButtonElement;
  private readonly higher: HTMLButtonElement;
  private offered: Numbered[] = [];
  private shown: Numbered[] = [];
  /** Place of the chosen number among those offered; -1 while none is. */
  private chosen = -1;

  constructor(private readonly act: (id: string) => void) {
    this.lower = button("−", () => this.step(-1), { class: "stepper", "aria-label": t("Lower") });
    this.higher = button("+", () => this.step(1), { class: "stepper", "aria-label": t("Higher") });
    this.place.append(this.lower, ...this.numbers, this.higher);
  }

  /** Show the numbers that may be touched next, or instead of the last touch. */
  draw(choices: readonly Choice[], touched: string[]): void {
    const further = numbersIn(choices, touched);
    this.offered = further.length ? further : numbersIn(choices, touched.slice(0, -1));
    this.chosen = this.offered.findIndex(({ id }) => id === touched.at(-1));
    this.place.hidden = !this.offered.length;
    this.lower.disabled = this.chosen <= 0;
    this.higher.disabled = this.chosen === this.offered.length - 1;
    const first = Math.max(0, Math.min(this.chosen - MOST + 3, this.offered.length - MOST));
    this.shown = [...this.offered.slice(first, first + MOST - 1), ...this.offered.slice(first + MOST - 1).slice(-1)];
    for (const [index, element] of this.numbers.entries()) {
      const { id, value } = this.shown[index] ?? {};
      element.hidden = !id;
      element.dataset.choice = id ?? "";
      element.ariaPressed = String(id === touched.at(-1));
      setText(element, String(value));
    }
  }

  /** One number higher or lower; the first step chooses the lowest. False when there is no such control now. */
  step(by: number): boolean {
    this.choose(this.offered[this.chosen < 0 ? 0 : this.chosen + by]);
    return this.offered.length > 0;
  }

  private choose(number: Numbered | undefined): void {
    if (number && number !== this.offered[this.chosen]) this.act(number.id);
  }
}

function numbersIn(choices: readonly Choice[], before: string[]): Numbered[] {
  const ids = [...nextIds(choices, before)].filter((id) => NUMBER.test(id));
  const entries = ids.map((id) => ({ id, value: Number(NUMBER.exec(id)?.[1]) }));
  return entries.sort((one, other) => one.value - other.value);
}
