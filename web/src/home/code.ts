// "Join with a code": the six letters that a table shows lead to one of its free seats.
import { explain, post } from "../net/api.ts";
import type { FoundTable } from "../net/types.ts";
import { find } from "../ui/dom.ts";

export function startCode(): void {
  const popover = find("#code");
  const letters = find<HTMLInputElement>("#code-letters", popover);
  popover.addEventListener("toggle", (event) => {
    if ((event as ToggleEvent).newState !== "open") return;
    place(popover);
    letters.focus();
  });
  letters.addEventListener("input", () => say(letters, ""));
  find("form", popover).addEventListener("submit", (event) => {
    event.preventDefault();
    void join(letters);
  });
}

async function join(letters: HTMLInputElement): Promise<void> {
  try {
    const { url } = await post<FoundTable>("/api/tables/by-code", { code: letters.value });
    location.assign(url);
  } catch (error) {
    say(letters, explain(error).text);
    letters.select();
  }
}

function say(letters: HTMLInputElement, problem: string): void {
  find("#code-problem").textContent = problem;
  letters.setAttribute("aria-invalid", String(problem !== ""));
}

/** Under its button, in the window. */
function place(popover: HTMLElement): void {
  const box = find(".code-button").getBoundingClientRect();
  popover.style.top = `${box.bottom + 6}px`;
  popover.style.left = `${Math.max(8, Math.min(box.left, innerWidth - popover.offsetWidth - 8))}px`;
}
