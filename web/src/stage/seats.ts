// The seats: face, name, whose turn, score; a tap shows where the points come from.
import type { Ending, Seat, Turn, Viewer } from "../net/types.ts";
import { button, find, make, setText } from "../ui/dom.ts";
import { t } from "../ui/translations.ts";
import { countTo } from "./effects.ts";

/** What the seats show: of a table, or of a replay. */
export interface Seating {
  seats: Seat[];
  viewer: Pick<Viewer, "seats">;
  turn: Pick<Turn, "actors">;
  over: Pick<Ending, "winners"> | null;
}

const MOST_SOURCES = 3; // of the points that are spoken with a card

export class Seats {
  private readonly list = find<HTMLOListElement>("#seats");
  private readonly sources = find("#sources");
  private score: number | undefined;

  /** `explain` shows how points are made; a touch on one's own card asks for it. */
  constructor(private readonly explain?: () => void) {
    this.sources.addEventListener("toggle", (event) => {
      if ((event as ToggleEvent).newState === "closed") this.score = undefined;
    });
  }

  /** `held`: the scores wait until what was won has arrived (`settle`). */
  draw(view: Seating, held = false): void {
    this.hold = held;
    while (this.list.childElementCount > view.seats.length) this.list.lastElementChild?.remove();
    for (const seat of view.seats) {
      const chip = this.chip(seat.seat) ?? this.addChip(seat);
      this.drawChip(chip, seat, view);
    }
    if (this.score !== undefined) this.fillSources(view, this.score);
    this.view = view;
  }

  /** Count the scores to what they are. */
  settle(): void {
    this.hold = false;
    for (const { seat, score } of this.view?.seats ?? []) {
      const chip = this.chip(seat);
      if (chip) countTo(find(".seat-score", chip), score);
    }
  }

  private view: Seating | undefined;
  private hold = false;

  chip(seat: number): HTMLButtonElement | undefined {
    return this.list.querySelector<HTMLButtonElement>(`[data-seat="${seat}"]`) ?? undefined;
  }

  private addChip({ seat, look, face: portrait }: Seat): HTMLButtonElement {
    const chip = button("", () => this.choose(seat, chip), {
      class: `chip seat-${look}`,
      "data-seat": String(seat),
    });
    chip.append(
      face({ look, face: portrait }),
      // The spaces part the words for whoever looks for what is read in what is spoken. What some sizes leave out stands at
      // both ends, so that the rest is read as it is spoken.
      make("span", { class: "seat-state" }),
      " ",
      make("span", { class: "seat-who" }, make("span", { class: "seat-name" }), " ", make("small", {})),
      " ",
      make("strong", { class: "seat-score" }),
      " ",
      make("span", { class: "seat-why" }),
    );
    this.list.append(make("li", {}, chip));
    return chip;
  }

  private drawChip(chip: HTMLButtonElement, seat: Seat, view: Seating): void {
    const acting = view.turn.actors.includes(seat.seat) && !view.over;
    chip.classList.toggle("acting", acting);
    chip.classList.toggle("thinking", seat.thinking);
    chip.classList.toggle("away", isAway(seat));
    chip.classList.toggle("resting", !acting && seat.kind !== "open" && !isAway(seat) && !view.over);
    chip.classList.toggle("won", view.over?.winners.includes(seat.seat) ?? false);
    find(".face use", chip).setAttribute("href", `#${seat.face}`);
    setText(find(".seat-name", chip), nameOf(seat));
    setText(find(".seat-who > small", chip), seat.mark);
    setText(find(".seat-state", chip), stateOf(seat, acting, view));
    drawWhy(find(".seat-why", chip), whyOf(seat));
    if (!this.hold) countTo(find(".seat-score", chip), seat.score);
    chip.setAttribute("aria-label", seatLabel(seat, acting, view));
  }

  private choose(seat: number, chip: Element): void {
    if (this.explain && this.view?.viewer.seats.includes(seat)) this.explain();
    else this.showSources(seat, chip);
  }

  /** Where a seat's points come from, below what was touched. */
  showSources(seat: number, below: Element): void {
    if (!this.view) return;
    this.score = seat;
    this.fillSources(this.view, seat);
    const box = below.getBoundingClientRect();
    this.sources.showPopover();
    const left = Math.min(Math.max(8, box.x), innerWidth - this.sources.offsetWidth - 8);
    this.sources.style.left = `${left}px`;
    this.sources.style.top = `${Math.max(8, Math.min(box.bottom + 6, innerHeight - this.sources.offsetHeight - 8))}px`;
  }

  private fillSources(view: Seating, number: number): void {
    const seat = view.seats.find((each) => each.seat === number);
    if (!seat) return;
    const rows = seat.sources.map(([label, points]) =>
      make("li", {}, make("span", {}, label), make("b", {}, String(points))),
    );
    const total = make("li", { class: "total" }, make("span", {}, t("Total")), make("b", {}, String(seat.score)));
    const body = rows.length ? make("ul", {}, ...rows, total) : make("p", {}, t("No points yet."));
    const who = seat.character ? [make("p", { class: "quiet" }, seat.character)] : [];
    this.sources.replaceChildren(make("h2", {}, nameOf(seat)), ...who, body, ...this.more());
  }

  /** The way to how points are made. */
  private more(): HTMLElement[] {
    const { explain } = this;
    if (!explain) return [];
    const open = (): void => {
      this.sources.hidePopover();
      explain();
    };
    return [button(t("How do I score?"), open, { class: "explains" })];
  }
}

/** The face of a seat, by who plays it. */
export function face(seat: Pick<Seat, "look" | "face">): SVGSVGElement {
  const picture = symbol(`#${seat.face}`);
  picture.setAttribute("class", `quartier face seat-${seat.look}`);
  return picture;
}

/** The sign of a look, from the page's symbols that the engine drew. */
export function sign(look: number): SVGSVGElement {
  const icon = symbol(`#sign-${look}`);
  icon.setAttribute("class", `quartier sign seat-${look}`);
  icon.setAttribute("viewBox", "0 0 24 24");
  return icon;
}

function symbol(href: string): SVGSVGElement {
  const icon = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  icon.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", href);
  icon.append(use);
  return icon;
}

export function nameOf(seat: Seat): string {
  return seat.kind === "open" && !seat.kept ? t("Open seat") : seat.name;
}

/** The names of the players by seat. */
export function namesIn({ seats }: Pick<Seating, "seats">): (string | undefined)[] {
  return seats.map(({ kind, name }) => (kind === "open" ? undefined : name));
}

/** The faces of the players by look. */
export function facesIn({ seats }: Pick<Seating, "seats">): Map<number, string> {
  return new Map(seats.map(({ look, face }) => [look, face]));
}

function stateOf(seat: Seat, acting: boolean, view: Seating): string {
  if (view.over?.winners.includes(seat.seat)) return view.over.winners.length > 1 ? t("tied for the win") : t("won");
  if (seat.kind === "open") return seat.kept ? t("not here yet") : t("waiting for a player");
  if (seat.substituted && seat.yours) return t("a bot plays");
  if (seat.thinking) return t("thinking…");
  if (isAway(seat)) return t("away");
  if (acting) return seat.yours && view.viewer.seats.length === 1 ? t("your turn") : t("to move");
  if (seat.level !== null) return levelOf(seat);
  return seat.yours && view.viewer.seats.length === 1 ? t("you") : "";
}

/** A person of whom no page is open; whose turn it is shows by the card's colour. */
function isAway({ kind, online, yours }: Seat): boolean {
  return kind === "human" && !online && !yours;
}

/** "Strong · 1240" */
function levelOf({ level, rating }: Seat): string {
  return rating === null ? (level ?? "") : `${level} · ${rating}`;
}

/** What makes the score, most of it first: ["Stations", "7"], ["Trip A", "6"]; points that are one each are only named. */
function whyOf({ kind, sources }: Seat): [string, string][] {
  const nonzero = sources.filter(([, points]) => points).sort(([, one], [, other]) => Math.abs(other) - Math.abs(one));
  if (!nonzero.length) return kind === "open" ? [] : [[t("nothing yet"), ""]];
  return nonzero.map(([label, points]) => [label, String(points).replace("-", "−")]);
}

/** A piece for each source, so that a further one for which there is no room is left out whole, and the first keeps its
    number where its name is cut; spaces part what is read. */
function drawWhy(place: Element, why: [string, string][]): void {
  const pieces = why.map(([label, points]) => make("span", {}, make("span", {}, label), points && ` ${points}`));
  const fresh = make("span", {}, ...pieces.flatMap((each, index) => (index ? [" ", each] : [each])));
  if (place.innerHTML !== fresh.innerHTML) place.replaceChildren(...fresh.childNodes);
}

/** What is read, in the same order, then the rest. */
function seatLabel(seat: Seat, acting: boolean, view: Seating): string {
  const state = stateOf(seat, acting, view);
  const rating = seat.rating === null || !seat.bot ? "" : t("rating {rating}", { rating: seat.rating });
  const bot = seat.level === null ? "" : t("bot");
  const rest = state === levelOf(seat) ? [bot] : [bot, seat.level ?? "", rating];
  const parts = [
    state,
    nameOf(seat),
    seat.mark,
    String(seat.score).replace("-", "−"),
    ...whyOf(seat)
      .slice(0, MOST_SOURCES)
      .map(([label, points]) => `${label} ${points}`.trim()),
    ...rest,
    t("Show score breakdown"),
  ];
  return parts.filter(Boolean).join(", ");
}
