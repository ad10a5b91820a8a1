// Colours of the seats: each seat chooses a swatch, and who has it already gets the other one. An option's value has one
// letter for each seat.
import { find, findAll } from "../ui/dom.ts";

export class Swatches {
  /** What each seat had before the last change. */
  private readonly before = new Map<HTMLFieldSetElement, string>();

  constructor(private readonly seats: HTMLFieldSetElement[]) {
    this.note();
  }

  /** A field has changed: if it is a colour that another seat has, the two change places. */
  change(field: HTMLElement): void {
    const seat = field.closest<HTMLFieldSetElement>(".seat-wish");
    if (!seat || !field.closest(".swatches")) return;
    const other = this.seats.find((each) => each !== seat && letterOf(each) === letterOf(seat));
    const former = this.before.get(seat);
    if (other && former) find<HTMLInputElement>(`.swatches input[value="${former}"]`, other).checked = true;
    this.note();
  }

  /** The option that says who has which colour, if there is one. */
  options(takenSeats: HTMLFieldSetElement[]): Record<string, string> {
    const name = this.seats[0]?.querySelector<HTMLElement>("[data-swatches]")?.dataset.swatches;
    if (!name) return {};
    const order = [...takenSeats, ...this.seats.filter((seat) => !takenSeats.includes(seat))];
    return { [name]: order.map(letterOf).join("") };
  }

  private note(): void {
    for (const seat of this.seats) {
      this.before.set(seat, letterOf(seat));
      showLook(seat);
    }
  }
}

function letterOf(seat: HTMLFieldSetElement): string {
  return seat.querySelector<HTMLInputElement>(".swatches input:checked")?.value ?? "";
}

/** The seat has the colour and the sign that was chosen. */
function showLook(seat: HTMLFieldSetElement): void {
  const look = seat.querySelector<HTMLInputElement>(".swatches input:checked")?.dataset.look;
  if (look === undefined) return;
  seat.className = seat.className.replace(/seat-\d/, `seat-${look}`);
  for (const use of findAll(".who use", seat)) use.setAttribute("href", `#sign-${look}`);
}
