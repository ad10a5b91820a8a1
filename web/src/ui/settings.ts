// What this browser remembers: language and theme in cookies (the server draws with them), the rest in `storage.ts`.
import { ROOT } from "../net/root.ts";
import { findAll } from "./dom.ts";
import { local } from "./storage.ts";

export type Switch = "coaching" | "confirm" | "coordinates";
export type Loudness = "off" | "quiet" | "on";
export type Motion = "calm" | "normal" | "fast" | "off";
export type Theme = "system" | "light" | "dark";

const YEAR = 365 * 24 * 3600;

export function setCookie(name: string, value: string): void {
  const age = value ? YEAR : 0;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store exists only on secure pages; a home network has plain http.
  document.cookie = `${name}=${value}; Path=${ROOT}/; Max-Age=${age}; SameSite=Lax`;
}

/** Switches are on until someone turns them off; coordinates are off until someone wants them. */
export function isOn(name: Switch): boolean {
  return (local.get(`quartier.${name}`) ?? (name === "coordinates" ? "off" : "on")) !== "off";
}

/** Coordinates are a matter of style: the drawing has them always. */
export function showCoordinates(): void {
  document.documentElement.dataset.coordinates = isOn("coordinates") ? "on" : "off";
}

export function turn(name: Switch, on: boolean): void {
  local.set(`quartier.${name}`, on ? "on" : "off");
}

/** How loud the page is: quiet, until the player wants it otherwise. */
export function loudness(): Loudness {
  const chosen = local.get("quartier.sound");
  return chosen === "off" || chosen === "on" ? chosen : "quiet";
}

export function chooseLoudness(chosen: Loudness): void {
  local.set("quartier.sound", chosen);
}

const PACES: Record<Motion, number> = { calm: 1.7, normal: 1, fast: 0.5, off: 0 };

export function motion(): Motion {
  const chosen = local.get("quartier.animation") ?? "";
  return Object.hasOwn(PACES, chosen) ? (chosen as Motion) : "normal";
}

export function chooseMotion(chosen: Motion): void {
  local.set("quartier.animation", chosen);
  tellPace();
}

/** What styles move goes at the same pace. */
export function tellPace(): void {
  document.documentElement.style.setProperty("--pace", String(pace()));
}

let haste = 1;

/** Several steps share the time of a turn: each takes this part of what it would alone, at most all of it. */
export function hasten(part: number): void {
  haste = Math.min(1, part);
}

/** By how much every movement takes longer than at the normal pace. */
export function pace(): number {
  return PACES[motion()] * haste;
}

/** Whether things may move: the player's choice and the system's wish for less motion both count. */
export function allowsMotion(): boolean {
  return motion() !== "off" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export function theme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  return chosen === "light" || chosen === "dark" ? chosen : "system";
}

export function chooseTheme(chosen: Theme): void {
  setCookie("theme", chosen === "system" ? "" : chosen);
  if (chosen === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
  for (const picture of findAll<HTMLImageElement>('img[src*="/picture/"]')) recolour(picture, chosen);
}

/** A picture is a document of its own: it is fetched again in the new colours. */
function recolour(picture: HTMLImageElement, chosen: Theme): void {
  const address = new URL(picture.src);
  address.searchParams.set("theme", chosen === "system" ? "" : chosen);
  picture.src = address.href;
}

/** The server words everything, so a new language is a new page at the same address. */
export function chooseLanguage(lang: string): void {
  setCookie("lang", lang);
  const address = new URL(location.href);
  address.searchParams.delete("lang");
  if (address.href === location.href) location.reload();
  else location.replace(address);
}
