// The page's own sentences, translated by the server into a JSON block of the page. Keys are the English sentences.

let sentences: Record<string, string> | undefined;

function load(): Record<string, string> {
  const block = document.getElementById("words");
  return block ? (JSON.parse(block.textContent ?? "{}") as Record<string, string>) : {};
}

/** The sentence in the page's language, with {name} filled in. */
export function t(sentence: string, values: Record<string, string | number> = {}): string {
  sentences ??= load();
  const text = sentences[sentence] ?? sentence;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

export function language(): string {
  return document.documentElement.lang || "en";
}
