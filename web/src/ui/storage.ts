// Everything that this browser remembers apart from cookies. Where storage is forbidden or full, it lasts as long as the page.

class BrowserStorage {
  /** Values that the browser didn't take. */
  private readonly rejected = new Map<string, string>();

  /** `open`: a browser that forbids storage throws as soon as it is named. */
  constructor(private readonly open: () => Storage) {}

  get(key: string): string | null {
    return this.rejected.get(key) ?? attempt(() => this.open().getItem(key)) ?? null;
  }

  set(key: string, value: string): void {
    const isStored = attempt(() => this.open().setItem(key, value) === undefined);
    if (isStored) this.rejected.delete(key);
    else this.rejected.set(key, value);
  }

  remove(key: string): void {
    this.rejected.delete(key);
    attempt(() => this.open().removeItem(key));
  }

  keys(): string[] {
    return [...new Set([...this.rejected.keys(), ...(attempt(() => Object.keys(this.open())) ?? [])])];
  }

  clear(): void {
    this.rejected.clear();
    attempt(() => this.open().clear());
  }

  /** A value stored as JSON; undefined if there is none, or if it isn't JSON. */
  load(key: string): unknown {
    return attempt(() => JSON.parse(this.get(key) ?? ""));
  }

  save(key: string, value: unknown): void {
    this.set(key, JSON.stringify(value));
  }

  /** A stored list of texts, for example of ids. */
  loadTexts(key: string): string[] {
    const texts = this.load(key);
    return Array.isArray(texts) ? texts.filter((text) => typeof text === "string") : [];
  }
}

function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

/** Shared by all tabs, and there after the browser was closed. */
export const local = new BrowserStorage(() => localStorage);
/** Of this tab. */
export const session = new BrowserStorage(() => sessionStorage);
