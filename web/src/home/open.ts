// "Open tables": the first of the lobby, when there are any.
import { openTable, watchLobby } from "../lobby/tables.ts";
import { find } from "../ui/dom.ts";

const MOST = 3;

export function startOpenTables(): void {
  const place = document.querySelector<HTMLElement>("#open");
  if (!place) return; // the host wants no lobby
  watchLobby(15, ({ open }) => {
    const others = open.filter(({ yours }) => !yours); // one's own stand above
    find(".games", place).replaceChildren(...others.slice(0, MOST).map(openTable));
    place.hidden = !others.length;
  });
}
