// What every page has: the settings menu.
import { accountName } from "../net/my-tables.ts";
import { playerName, rememberName } from "../net/player.ts";
import { ROOT } from "../net/root.ts";
import { closeOnBack, watchBack } from "./back.ts";
import { find, findAll, loadStyle } from "./dom.ts";
import "./input.ts";
import { pingPresence } from "./presence-ping.ts";
import {
  chooseLanguage,
  chooseLoudness,
  chooseMotion,
  chooseTheme,
  isOn,
  type Loudness,
  loudness,
  type Motion,
  motion,
  type Switch,
  showCoordinates,
  type Theme,
  tellPace,
  theme,
  turn,
} from "./settings.ts";
import { play, wakeSound } from "./sound.ts";
import { growWithSmallText } from "./text-size.ts";
import { loadPart } from "./update.ts";

export function startPage(): void {
  growWithSmallText();
  for (const radio of findAll<HTMLInputElement>("input[name=theme]")) {
    radio.checked = radio.value === theme();
    radio.addEventListener("change", () => chooseTheme(radio.value as Theme));
  }
  for (const radio of findAll<HTMLInputElement>("input[name=language]")) {
    radio.addEventListener("change", () => chooseLanguage(radio.value));
  }
  for (const radio of findAll<HTMLInputElement>("input[name=motion]")) {
    radio.checked = radio.value === motion();
    radio.addEventListener("change", () => chooseMotion(radio.value as Motion));
  }
  for (const radio of findAll<HTMLInputElement>("input[name=sound]")) {
    radio.checked = radio.value === loudness();
    radio.addEventListener("change", () => {
      chooseLoudness(radio.value as Loudness);
      wakeSound();
      void play(["tile", { points: 4 }]); // how loud that is
    });
  }
  for (const box of findAll<HTMLInputElement>("input[data-switch]")) {
    const name = box.dataset.switch as Switch;
    box.checked = isOn(name);
    box.addEventListener("change", () => {
      turn(name, box.checked);
      showCoordinates();
    });
  }
  startName();
  pingPresence();
  showCoordinates();
  tellPace();
  addEventListener("pointerdown", wakeSound);
  addEventListener("keydown", wakeSound);
  placeSettings();
  void loadStyle(document.body.dataset.settings);
  watchBack();
  // As an installed page it says itself that there is no connection; a tab has the browser for that.
  if (matchMedia("(display-mode: standalone)").matches) void navigator.serviceWorker?.register(`${ROOT}/worker.js`);
  for (const popover of findAll("[popover]")) closePopoverOnBack(popover);
}

/** What others call the player of this device, wherever the page says it; "named" tells of another name. */
function startName(): void {
  const field = find<HTMLInputElement>("#player-name");
  const show = (): void => {
    field.value = playerName();
    for (const nameSlot of findAll("[data-player-name]")) nameSlot.textContent = field.value;
  };
  field.addEventListener("change", () => {
    rememberName(field.value);
    show();
    document.dispatchEvent(new Event("named"));
  });
  show();
}

function closePopoverOnBack(popover: HTMLElement): void {
  let onClose = (): void => undefined;
  popover.addEventListener("beforetoggle", (event) => {
    if ((event as ToggleEvent).newState === "open") onClose = closeOnBack(() => popover.hidePopover());
    else onClose();
  });
}

/** In the account, with what few pages need. */
export async function keepSettings(): Promise<void> {
  const { pushSettings } = await loadPart(() => import("../account/settings.ts"));
  await pushSettings();
}

/** The menu opens under its button, or, where another one has opened it, in the corner. */
function placeSettings(): void {
  const menu = find("#settings");
  menu.addEventListener("toggle", (event) => {
    if ((event as ToggleEvent).newState === "closed" && accountName() !== null) void keepSettings();
    const box = find("#settings-button").getBoundingClientRect();
    menu.style.top = `${box.bottom + 6}px`;
    menu.style.right = `${box.width ? Math.max(8, innerWidth - box.right) : 8}px`;
  });
}
