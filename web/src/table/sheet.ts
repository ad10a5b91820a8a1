// The side sheet: tabs for log, rules, table and keys. It lies over the page's free side, so nothing jumps.
import { getPage } from "../net/api.ts";
import { closeOnBack } from "../ui/back.ts";
import { find, findAll, loadStyle } from "../ui/dom.ts";
import { Tabs } from "../ui/tabs.ts";
import { t } from "../ui/translations.ts";

export class Sheet {
  private readonly sheet = find("#sheet");
  private readonly tabs = new Tabs(this.sheet, (name) => this.open(name));
  private returnTo: Element | null = null;
  private rules: Promise<void> | undefined;
  private closed = (): void => undefined;
  /** Called for every tab that is opened. */
  opened: (name: string) => void = () => undefined;

  constructor(
    private readonly rulesAddress: string,
    /** Draw what nobody sees before the sheet is opened. */
    private readonly fill: () => Promise<void>,
  ) {
    find("#sheet-close").addEventListener("click", () => this.close());
    for (const opener of findAll<HTMLButtonElement>("button[data-opens]")) {
      opener.addEventListener("click", () => this.toggle(opener.dataset.opens ?? "log"));
    }
    this.sheet.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.close();
    });
  }

  /** On a desk the sheet ends above the dock, so that Confirm stays in reach. */
  endAbove(dock: Element): void {
    new ResizeObserver(() =>
      this.sheet.style.setProperty("--dock", `${dock.getBoundingClientRect().height}px`),
    ).observe(dock);
  }

  get isOpen(): boolean {
    return !this.sheet.hidden;
  }

  /** Something is shown on the board: on a phone the sheet covers it and closes, on a desktop it may stay. */
  giveWay(): void {
    const { x, width } = find("#board-part").getBoundingClientRect();
    if (this.isOpen && this.sheet.getBoundingClientRect().x < x + width / 2) this.close();
  }

  open(name: string): void {
    if (!this.isOpen) {
      this.returnTo = document.activeElement;
      this.closed = closeOnBack(() => this.close());
    }
    this.sheet.hidden = false;
    this.tabs.select(name);
    this.tellOpeners(name);
    if (name === "rules") void this.loadRules();
    void this.fillTabs();
    if (name === "log") this.showNewestLine();
    this.opened(name);
    if (!this.sheet.contains(document.activeElement)) this.tabs.focus(name);
  }

  /** Open a tab with the focus on one of its fields. */
  openAt(name: string, field: string): void {
    this.open(name);
    find(field).focus();
  }

  close(): void {
    this.closed();
    this.sheet.hidden = true;
    this.tellOpeners("");
    if (this.returnTo instanceof HTMLElement || this.returnTo instanceof SVGElement)
      this.returnTo.focus({ preventScroll: true });
  }

  toggle(name: string): void {
    if (this.isOpen && this.tabs.selected === name) this.close();
    else this.open(name);
  }

  /** Open the rulebook at a rule and mark it. */
  async openRule(rule: string): Promise<void> {
    this.open("rules");
    await this.loadRules();
    const target = document.getElementById(rule);
    for (const marked of findAll(".rule-shown", this.sheet)) marked.classList.remove("rule-shown");
    target?.classList.add("rule-shown");
    target?.scrollIntoView({ block: "start" });
  }

  private showNewestLine(): void {
    const panel = find("#panel-log");
    panel.scrollTop = panel.scrollHeight;
  }

  private tellOpeners(name: string): void {
    for (const opener of findAll("button[data-opens]")) {
      opener.setAttribute("aria-expanded", String(this.isOpen && opener.dataset.opens === name));
    }
  }

  /** The rulebook is the rules page's: fetched once, on first need. */
  private loadRules(): Promise<void> {
    this.rules ??= this.fetchRules();
    return this.rules;
  }

  private async fetchRules(): Promise<void> {
    const panel = find("#sheet-rules");
    try {
      const page = await getPage(this.rulesAddress);
      await loadStyle(find<HTMLLinkElement>('link[href*="reading"]', page).href);
      panel.replaceChildren(...find("#rulebook", page).childNodes);
    } catch {
      this.rules = undefined;
      panel.textContent = loadError();
    }
  }

  private async fillTabs(): Promise<void> {
    try {
      await this.fill();
    } catch {
      for (const id of ["#points", "#table-card"]) find(id).textContent = loadError();
    }
  }
}

function loadError(): string {
  return t("Couldn’t load this. Close the tab and open it again.");
}
