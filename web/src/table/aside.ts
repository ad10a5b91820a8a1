// Where there is no column beside the board, what the title shows beside it unfolds over the board.
import { find } from "../ui/dom.ts";

export function foldAside(): void {
  const [toggle, aside] = [find<HTMLButtonElement>("#aside-toggle"), find("#aside-part")];
  const fold = (open: boolean): void => {
    aside.classList.toggle("open", open);
    toggle.setAttribute("aria-expanded", String(open));
  };
  toggle.addEventListener("click", () => fold(!aside.classList.contains("open")));
  find("#board-part").addEventListener("pointerdown", () => fold(false));
  addEventListener("keydown", (event) => {
    if (event.key === "Escape") fold(false);
  });
}
