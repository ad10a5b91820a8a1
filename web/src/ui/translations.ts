// The client's own messages, translated by the server into a JSON block of the page. Keys are the English messages; those with
// plural forms have them by the categories of Intl.PluralRules.

type Values = Record<string, string | number>;

let translations: Record<string, string | Record<string, string>> | undefined;

function translation(message: string) {
  translations ??= JSON.parse(document.getElementById("translations")?.textContent || "{}");
  return translations?.[message] ?? message;
}

/** The message in the page's language, with {name} filled in. */
export function t(message: string, values: Values = {}): string {
  return fill(String(translation(message)), values);
}

function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** The plural form for a count in the page's language, with {count} and {name} filled in. */
export function ngettext(one: string, many: string, count: number, values: Values = {}): string {
  const forms = translation(one);
  const form = typeof forms === "object" ? forms[new Intl.PluralRules(language()).select(count)] : undefined;
  return fill(form ?? many, { count: count.toLocaleString(language()), ...values });
}

/** A share in whole per cent, as the page's language writes it: "67%" or "67 %". */
export function percent(whole: number): string {
  return (whole / 100).toLocaleString(language(), { style: "percent" });
}

export function language(): string {
  return document.documentElement.lang || "en";
}
