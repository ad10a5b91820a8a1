// Scenes: what a drawing shows one after the other when a game is over (elements with data-scene="1", "2" ...), each with
// its label said and written. They can be skipped, and watched again.
import { announce } from "../ui/announce.ts";
import { button, find, findAll, make, setText } from "../ui/dom.ts";
import { motionAllowed } from "../ui/settings.ts";
import { t } from "../ui/words.ts";

const PAUSE = 500; // ms before the first one: the last move arrives
const SCENE = 1500; // ms

export class Scenes {
  private readonly place = find("#scenes");
  private readonly line = make("p", { class: "scene-line" });
  private readonly press = button("", () => (this.playing ? this.stop() : this.play(0)));
  private timer = 0;
  private ended: () => void = () => undefined;
  /** The scene that is shown, counted from 0; -1 between performances. */
  private at = -1;

  constructor(private readonly stage: HTMLElement) {
    this.place.append(this.line, this.press);
  }

  /** A new drawing is there. `live`: its game has just ended before the viewer's eyes. Resolves when the performance is over. */
  draw(live: boolean): Promise<void> {
    const count = this.all().length;
    if (!count) this.stop();
    this.place.hidden = !count;
    const plays = live && count > 0 && motionAllowed();
    if (plays) this.play(PAUSE);
    else this.mark();
    return plays ? new Promise((resolve) => (this.ended = resolve)) : Promise.resolve();
  }

  private get playing(): boolean {
    return this.timer !== 0;
  }

  private all(): SVGElement[] {
    const number = (scene: SVGElement): number => Number(scene.dataset.scene);
    return findAll<SVGElement>("[data-scene]", this.stage).sort((one, other) => number(one) - number(other));
  }

  private play(wait: number): void {
    clearTimeout(this.timer);
    this.at = -1;
    this.timer = window.setTimeout(() => this.next(), wait);
    this.mark();
  }

  private next(): void {
    this.at++;
    const scene = this.all()[this.at];
    if (!scene) return this.stop();
    announce(scene.getAttribute("aria-label") ?? "");
    this.timer = window.setTimeout(() => this.next(), SCENE);
    this.mark();
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    this.at = -1;
    this.mark();
    this.ended();
  }

  /** Show the present scene, its label and the button that fits. */
  private mark(): void {
    const all = this.all();
    for (const [index, scene] of all.entries()) scene.classList.toggle("shown", index === this.at);
    setText(this.line, all[this.at]?.getAttribute("aria-label") ?? "");
    setText(this.press, this.playing ? t("Skip") : t("Show again"));
  }
}
