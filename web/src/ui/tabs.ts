// Tabs: one panel of several is shown; arrow keys go from tab to tab.
import { find, findAll } from "./dom.ts";

export class Tabs {
  readonly tabs: HTMLButtonElement[];

  /** `open` is asked to show a panel, whoever chose its tab; it calls `select`. */
  constructor(
    private readonly root: ParentNode,
    private readonly open: (name: string) => void,
  ) {
    this.tabs = findAll<HTMLButtonElement>("[role=tab]", root);
    for (const tab of this.tabs) {
      tab.addEventListener("click", () => open(nameOf(tab)));
      tab.addEventListener("keydown", (event) => this.walk(tab, event));
    }
  }

  /** Name of the panel that is shown. */
  get selected(): string | undefined {
    const tab = this.tabs.find((each) => each.getAttribute("aria-selected") === "true");
    return tab && nameOf(tab);
  }

  select(name: string): void {
    for (const tab of this.tabs) {
      const on = nameOf(tab) === name;
      tab.setAttribute("aria-selected", String(on));
      tab.tabIndex = on ? 0 : -1;
      find(`#panel-${nameOf(tab)}`, this.root).hidden = !on;
      if (on) tab.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
  }

  focus(name: string): void {
    this.tabs.find((tab) => nameOf(tab) === name)?.focus({ preventScroll: true });
  }

  private walk(from: HTMLButtonElement, event: KeyboardEvent): void {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const next = this.tabs[(this.tabs.indexOf(from) + step + this.tabs.length) % this.tabs.length];
    if (!step || !next) return;
    event.preventDefault();
    event.stopPropagation();
    this.open(nameOf(next));
    next.focus();
  }
}

function nameOf(tab: Element): string {
  return tab.id.replace("tab-", "");
}
