// A table's view, kept up to date by patches: each text comes once, later by its number in the stream.
import type { Choice, DrawingPatch, Parts, Patch, View } from "./types.ts";

export class Patched {
  private texts: string[] = [];
  private pieces: number[][] = [];
  private view: View | undefined;

  /** The view after a patch; undefined for one that does not follow what came before. */
  apply(patch: Patch): View | undefined {
    if (patch.fresh) this.forget();
    else if (!this.view) return undefined;
    this.texts.push(...patch.texts);
    this.pieces.push(...patch.pieces);
    const { parts, covered, choices, log } = this.view ?? NOTHING;
    this.view = {
      ...(this.view as View),
      ...patch.sections,
      parts: this.drawing(parts, patch.drawn),
      covered: patch.covered ? this.drawing(NOTHING.parts, patch.covered) : patch.covered === null ? null : covered,
      choices: patch.choices?.map((numbers) => this.choice(numbers)) ?? choices,
      log: patch.log ? [...log.slice(0, patch.log.kept), ...patch.log.lines] : log,
    };
    return this.view;
  }

  private forget(): void {
    this.texts = [];
    this.pieces = [];
    this.view = undefined;
  }

  private drawing(before: Parts, drawn: DrawingPatch): Parts {
    const part = (name: keyof Parts): string => (drawn[name] ? this.joined(drawn[name]) : before[name]);
    return { board: part("board"), aside: part("aside"), hand: part("hand") };
  }

  private choice(numbers: number[]): Choice {
    const [[atOnce, said = 0, told, brought, ...own] = [], ...pieces] = numbers.map(
      (number) => this.pieces[number] ?? [],
    );
    const [move = "", label = "", ...paths] = this.text(told).split("\n");
    const [points = "", verb = "", gain = ""] = this.text(brought).split("\n");
    const all = [[said, ...own], ...pieces];
    return {
      move,
      paths: paths.map((path) => path.split(" ")),
      label,
      points,
      verb,
      gain,
      brings: this.joined(
        all.flatMap(([count = 0, ...texts]) => texts.slice(0, count)),
        " ",
      ),
      ghost: this.joined(all.flatMap(([count = 0, ...texts]) => texts.slice(count))),
      at_once: atOnce === 1,
    };
  }

  private joined(numbers: number[], between = ""): string {
    return numbers.map((number) => this.text(number)).join(between);
  }

  private text(number: number | undefined): string {
    return this.texts[number ?? -1] ?? "";
  }
}

const NOTHING: Pick<View, "parts" | "covered" | "choices" | "log"> = {
  parts: { board: "", aside: "", hand: "" },
  covered: null,
  choices: [],
  log: [],
};
