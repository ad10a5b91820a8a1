// The bar under the board: what to do now and what that brings, or what just happened; buttons that a title asks for; Undo
// and Confirm.
import type { Notice } from "../net/api.ts";
import type { Choice } from "../net/types.ts";
import { announce } from "../ui/announce.ts";
import { button, find, labelParts, make, setText } from "../ui/dom.ts";
import { t } from "../ui/translations.ts";
import { isGain } from "./choices.ts";

const MAX_WORDED_STEPS = 3; // steps in words that fit beside each other; of more only the present one has its word
const NOTICE = 9000; // ms that a sentence stays when nothing else happens

export class Prompt {
  private readonly frame = find(".prompt-line");
  private readonly asked = find("#asked");
  private readonly line = find("#prompt");
  private readonly brings = find("#brings");
  private readonly pips = find("#pips");
  private readonly notice = find("#notice");
  private readonly buttons = find("#choice-buttons");
  readonly confirm = find<HTMLButtonElement>("#confirm");
  readonly undo = find<HTMLButtonElement>("#undo");
  private timer = 0;
  private spoken = "";

  constructor(private readonly openRule: (rule: string) => void) {
    new ResizeObserver(() => this.fit()).observe(this.frame);
  }

  /** The one prompt, with what is only spoken: what the staged move brings, and the key that confirms it. Spoken when it changes,
      after what has happened meanwhile. */
  ask(sentence: string, spoken = "", isLabel = false): void {
    if (this.question !== sentence) this.line.replaceChildren(...(isLabel ? labelParts(sentence) : [sentence]));
    this.fit();
    const text = spoken && sentence ? `${withFullStop(sentence)} ${spoken}` : sentence || spoken;
    if (text && text !== this.spoken) queueMicrotask(() => announce(text));
    this.spoken = text;
  }

  get question(): string {
    return this.line.textContent ?? "";
  }

  /** What the move brings that is staged or looked at, or at best one of those to choose from. */
  effect(brings: string): void {
    setText(this.brings, brings);
    this.fit();
  }

  /** Both are smaller where they would be cut; where that is not enough, their place is higher. */
  private fit(): void {
    for (const part of [this.asked, this.frame]) part.classList.remove("long");
    for (const part of [this.asked, this.frame]) if (!this.fits()) part.classList.add("long");
  }

  /** Give the prompt the lines there are, and the sentence below it those that are left; whether both are whole. */
  private fits(): boolean {
    const { asked, line, brings } = this;
    const height = this.frame.clientHeight;
    asked.style.setProperty("--lines", `${Math.max(1, linesIn(height, line))}`);
    const left = linesIn(height - line.offsetHeight, brings);
    asked.style.setProperty("--lines-left", `${Math.max(1, left)}`);
    const isCut = (text: HTMLElement): boolean => text.scrollHeight > text.clientHeight + 1;
    return (left > 0 || !brings.textContent) && ![line, brings].some(isCut);
  }

  /** How far the touches are on the way to a move, in words for its steps; none where one touch, or that and Confirm, is enough. */
  countSteps(done: number, words: string[]): void {
    const wordOf = (word: string, step: number): string =>
      words.length <= MAX_WORDED_STEPS || step === done ? word : "";
    const steps = words.length > 2 ? words.map((word, step) => pip(step, wordOf(word, step), done)) : [];
    this.pips.replaceChildren(...steps);
  }

  /** One sentence in the prompt's place, with a link when a rule stands behind it. */
  say({ text, rule, link }: Notice): void {
    clearTimeout(this.timer);
    this.notice.replaceChildren(text);
    if (rule && rule !== "notation") this.notice.append(" ", this.ruleLink(rule, link));
    this.notice.hidden = false;
    this.asked.classList.add("covered");
    announce(text);
    this.timer = window.setTimeout(() => this.hush(), NOTICE);
  }

  hush(): void {
    clearTimeout(this.timer);
    this.notice.hidden = true;
    this.asked.classList.remove("covered");
  }

  private ruleLink(rule: string, address: string | undefined): HTMLElement {
    const link = make("a", { href: address ?? "#", class: "rule-link" }, t("Rule {rule}", { rule }));
    link.addEventListener("click", (event) => {
      event.preventDefault();
      this.openRule(rule);
    });
    return link;
  }

  /** Touches that are not pieces, such as "keep the tokens as they are". */
  offer(offered: { id: string; label: string }[], touched: string[], act: (id: string) => void): void {
    const signature = offered.map(({ id, label }) => `${id} ${label}`).join("\n"); // one button may change its words
    if (this.buttons.dataset.ids !== signature) {
      this.buttons.dataset.ids = signature;
      this.buttons.replaceChildren(
        ...offered.map(({ id, label }) => button(label, () => act(id), { class: "choice", "data-choice": id })),
      );
    }
    for (const press of this.buttons.children) {
      press.setAttribute("aria-pressed", String(touched.includes((press as HTMLElement).dataset.choice ?? "")));
    }
  }

  /** Confirm, in the words of the staged move: what is done, and what it brings; `said`: a button beside it says that. */
  setConfirm(ready: Choice | undefined, sending: boolean, said: boolean): void {
    setOff(this.confirm, !ready);
    this.confirm.setAttribute("aria-busy", String(sending));
    const points = find(".points", this.confirm);
    // A move that scores nothing now may save something, as the sentence says: no "0" denies that.
    setText(points, ready && ready.gain !== "0" ? ready.gain || ready.points : "");
    points.classList.toggle("gold", ready !== undefined && isGain(ready));
    setText(find(".word", this.confirm), sending ? t("Sending…") : (!said && ready?.verb) || t("Confirm"));
  }

  setUndo(label: string, enabled: boolean): void {
    setText(find(".word", this.undo), label);
    setOff(this.undo, !enabled);
  }
}

/** How many lines of a text fit into a height (px). */
function linesIn(height: number, text: HTMLElement): number {
  return Math.floor((height + 1) / Number.parseFloat(getComputedStyle(text).lineHeight));
}

/** A button that is off is not to be used, but a touch on it still arrives, so that it can say why. */
function setOff(each: HTMLElement, off: boolean): void {
  each.setAttribute("aria-disabled", String(off));
}

/** Where two sentences are read as one, the first one ends. */
function withFullStop(sentence: string): string {
  return /[.?!…]$/.test(sentence) ? sentence : `${sentence}.`;
}

function pip(step: number, word: string, done: number): HTMLElement {
  const state = step < done ? "done" : step === done ? "now" : "";
  return make("li", { class: state }, `${step < done ? "✓" : step + 1} ${word}`.trim());
}
