// "Open tables": the first of the lobby, when there are any.
import { openTable, watchLobby } from "../lobby/tables.ts";
import { find } from "../ui/dom.ts";

const MAX_OPEN_TABLES = 3;

export function startOpenTables(): void {
  const section = document.querySelector<HTMLElement>("#open");
  if (!section) return; // the host wants no lobby
  watchLobby(15, ({ open }) => {
    const others = open.filter(({ yours }) => !yours); // one's own stand above
    find(".games", section).replaceChildren(...others.slice(0, MAX_OPEN_TABLES).map(openTable));
    section.hidden = !others.length;
  });
}
