// How somebody likes the page, the same on all devices of an account: what `ui/settings.ts` and the home page remember.
import { post } from "../net/api.ts";
import { chooseTheme, setCookie, type Theme, theme } from "../ui/settings.ts";
import { local } from "../ui/storage.ts";
import { language } from "../ui/translations.ts";

const KEYS = /^quartier\.(animation|archived|coaching|confirm|coordinates|order|sound|level\.[a-z0-9._]+)$/;
const PREFIX = "quartier.";

/** What this device remembers. */
export function collectSettings(): Record<string, string> {
  const names = local
    .keys()
    .filter((key) => KEYS.test(key))
    .map((key) => [key.slice(PREFIX.length), local.get(key) ?? ""]);
  return { ...Object.fromEntries(names), theme: theme(), lang: language() };
}

/** Remember them here; true when the page has to be drawn anew for them. */
export function applySettings(settings: Record<string, string>): boolean {
  for (const [name, value] of Object.entries(settings)) {
    const key = PREFIX + name;
    if (KEYS.test(key)) local.set(key, value);
  }
  const { theme: newTheme, lang } = settings;
  if (newTheme && newTheme !== theme()) chooseTheme(newTheme as Theme);
  if (!lang || lang === language()) return false;
  setCookie("lang", lang);
  return true;
}

/** Keep them in the account; another time if the server cannot be reached. */
export async function pushSettings(): Promise<void> {
  await post("/api/account/settings", { settings: collectSettings() }).catch(() => undefined);
}
