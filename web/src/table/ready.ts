// The ready check before a live game among strangers: who is there, and for how long the others may come. A page that is looked
// at says by itself that its person is there; one that is open unseen asks them.
import type { ReadyCheck, Seat, View } from "../net/types.ts";
import { button, make } from "../ui/dom.ts";
import { play } from "../ui/sound.ts";
import { t } from "../ui/translations.ts";
import { section } from "./invitations.ts";
import { timeLeftSigns } from "./time-left.ts";

const RECENT = 60_000; // ms
const SECOND = 1000; // ms
/** Events that show that someone is at the device. */
const SIGNS = ["pointerdown", "pointermove", "keydown"] as const;

/** When someone was last seen at the device; opening the page counts. */
let lastSign = performance.now();
for (const sign of SIGNS) addEventListener(sign, () => (lastSign = performance.now()), true);

/** What covers the board during the ready check; `answer`: say that the person of a seat is. */
export function readyCheck(view: View, check: ReadyCheck, answer: (seat: number) => void): HTMLElement {
  const mine = view.viewer.seats.filter((seat) => check.missing.includes(seat));
  const say = (): void => mine.forEach(answer);
  const people = view.seats.filter(({ kind }) => kind === "human").map((seat) => person(seat, check));
  const press = button(t("I’m here"), say, { class: "primary" });
  const content = section(
    mine.length ? t("Are you there?") : t("Waiting for players"),
    t("The game starts when everyone is here."),
    make("ul", {}, ...people),
    countdown(check.left, timeLeftSigns),
    ...(mine.length ? [press] : []),
  );
  content.classList.add("check");
  if (mine.length) answerWhenSeen(content, say);
  return content;
}

function person({ seat, name, yours }: Seat, { missing }: ReadyCheck): HTMLElement {
  const label = yours ? `${name} (${t("you")})` : name;
  const state = missing.includes(seat) ? [t("not here yet")] : ["✓", t("here")];
  return make("li", {}, make("b", {}, label), state.join(" "));
}

/** Answer immediately when someone is at the device, else with the first sign of them. */
function answerWhenSeen(content: HTMLElement, say: () => void): void {
  if (!document.hidden && performance.now() - lastSign < RECENT) return say();
  void play(["turn"]);
  const end = new AbortController();
  const answer = (): void => {
    if (document.hidden) return;
    end.abort();
    if (content.isConnected) say();
  };
  for (const sign of [...SIGNS, "visibilitychange"]) addEventListener(sign, answer, { signal: end.signal });
}

/** Seconds that run down; a screen reader hears the first number only. */
export function countdown(seconds: number, text: (left: number) => string, after?: () => void): HTMLElement {
  const label = make("p", { class: "countdown", role: "timer" }, text(seconds));
  const ends = performance.now() + seconds * SECOND;
  const tick = setInterval(() => {
    const left = Math.max(0, Math.ceil((ends - performance.now()) / SECOND));
    label.textContent = text(left);
    if (left && label.isConnected) return;
    clearInterval(tick);
    if (label.isConnected) after?.();
  }, SECOND);
  return label;
}
