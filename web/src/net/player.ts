// What others call the person at this device: a friendly name that was made up, until they choose one.

import { local } from "../ui/storage.ts";
import { t } from "../ui/translations.ts";

const KEY = "quartier.name";

/** The name of this device's player; made up and kept when it is first needed. */
export function playerName(): string {
  const stored = local.get(KEY);
  if (stored) return stored;
  const names = madeUp();
  const name = names[Math.floor(Math.random() * names.length)] ?? "Quartier";
  rememberName(name);
  return name;
}

/** An empty name is none: the next one is made up again. */
export function rememberName(name: string): void {
  if (name.trim()) local.set(KEY, name.trim());
  else local.remove(KEY);
}

/** Whether no one chose this name. */
export function isMadeUp(name: string): boolean {
  return madeUp().includes(name);
}

function madeUp(): string[] {
  return [
    t("Brave Badger"),
    t("Busy Beaver"),
    t("Calm Heron"),
    t("Clever Fox"),
    t("Gentle Hedgehog"),
    t("Lucky Lynx"),
    t("Merry Magpie"),
    t("Quick Hare"),
    t("Sunny Sparrow"),
    t("Wise Owl"),
    t("Witty Otter"),
    t("Young Raven"),
  ];
}
