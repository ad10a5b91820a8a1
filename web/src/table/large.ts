// What a title shows small beside the board, the cities of the others, opens large over the board: groups with data-opens, a
// seat, whose board the server draws as its own player sees it.
import { get } from "../net/api.ts";
import type { OpenedBoard, Seat, View } from "../net/types.ts";
import { Elsewhere } from "../stage/elsewhere.ts";
import { fitLettering } from "../stage/lettering.ts";
import { face, nameOf } from "../stage/seats.ts";
import { closeOnBack } from "../ui/back.ts";
import { find, findAll, make } from "../ui/dom.ts";
import { language } from "../ui/translations.ts";

const OPENERS = "svg [data-opens]";

export class Large {
  private readonly box = find("#large");
  private readonly picture = find("#large-picture");
  private readonly press = find("#large-close");
  private readonly elsewhere = new Elsewhere(find("#aside-part"));
  private view: View | undefined;
  /** Whose board is open. */
  private owner: number | undefined;
  private closed = (): void => undefined;

  constructor(
    private readonly base: string,
    private readonly stage: HTMLElement,
  ) {
    stage.addEventListener("keydown", (event) => this.key(event));
    addEventListener("keydown", (event) => this.escape(event), true);
    this.press.addEventListener("click", () => this.close());
    new ResizeObserver(() => fitLettering(this.picture)).observe(this.picture);
  }

  /** The table has been drawn anew; `view` is missing while a moment of the past is shown. */
  update(view?: View): void {
    this.view = view ?? this.view;
    this.elsewhere.draw(view);
    for (const piece of findAll<SVGGraphicsElement>(OPENERS, this.stage)) {
      piece.setAttribute("role", "button");
      piece.setAttribute("aria-haspopup", "dialog");
      piece.setAttribute("tabindex", "0");
    }
    if (this.owner !== undefined) void this.draw(this.owner);
  }

  /** Opens what was touched; whether it opens large. */
  touched({ target }: Event): boolean {
    const small = target instanceof Element ? target.closest<SVGGraphicsElement>(OPENERS) : null;
    if (small) this.open(Number(small.dataset.opens));
    return small !== null;
  }

  private key(event: KeyboardEvent): void {
    // The key must not press what gets the focus now.
    if ((event.key === "Enter" || event.key === " ") && this.touched(event)) event.preventDefault();
  }

  /** Escape closes it wherever the focus is, and nothing else. */
  private escape(event: KeyboardEvent): void {
    if (event.key !== "Escape" || this.owner === undefined) return;
    event.stopPropagation();
    this.close();
  }

  private open(owner: number): void {
    if (this.owner === undefined) this.closed = closeOnBack(() => this.close());
    if (this.owner !== owner) this.picture.replaceChildren();
    this.owner = owner;
    this.box.hidden = false;
    void this.draw(owner);
    this.press.focus({ preventScroll: true });
  }

  private close(): void {
    const small = findAll<SVGGraphicsElement>(OPENERS, this.stage).find(
      ({ dataset }) => dataset.opens === String(this.owner),
    );
    this.closed();
    this.owner = undefined;
    this.box.hidden = true;
    this.picture.replaceChildren();
    small?.focus({ preventScroll: true });
  }

  /** Empty while the network fails: what is shown stays. */
  private async load(owner: number): Promise<string> {
    try {
      return (await get<OpenedBoard>(`${this.base}/boards/${owner}?lang=${language()}`)).board;
    } catch {
      return "";
    }
  }

  private async draw(owner: number): Promise<void> {
    const seat = this.view?.seats[owner];
    if (!seat) return this.close();
    find("#large-heading").replaceChildren(...title(seat));
    const board = await this.load(owner);
    if (this.owner !== owner || !board) return; // closed, or another one opened
    this.picture.innerHTML = board;
    // Names stand in aria-label; a <title> would show them a second time.
    for (const title of findAll("title", this.picture)) title.remove();
    fitLettering(this.picture);
  }
}

/** Face, name and score. */
function title(seat: Seat): (Node | string)[] {
  const score = make("strong", { class: "seat-score" }, String(seat.score).replace("-", "−"));
  return [face(seat), make("span", {}, nameOf(seat)), " ", score];
}
