// What a new view brings besides its picture: words for the ear, and sounds.
import type { LogLine, View } from "../net/types.ts";
import { gainers } from "../stage/gains.ts";
import { announce } from "../ui/announce.ts";
import { type Heard, play } from "../ui/sound.ts";

const SPOKEN = 4; // lines; more at once only happen when the page comes back after a while

export class News {
  /** The last line that was heard when its move was watched. */
  private heard = 0;

  play(before: View, view: View, fresh: LogLine[]): void {
    for (const { line } of fresh.slice(-SPOKEN)) announce(line);
    void play(
      soundsFor(
        before,
        view,
        fresh.filter(({ seq }) => seq > this.heard),
      ),
    );
  }

  /** A move of the past is watched. */
  watched({ seq, sound }: LogLine): void {
    this.heard = seq;
    if (sound) void play([sound]);
  }
}

/** What is heard of new lines: each kind of deed once, then what was won most, then the end, or that it is the viewer's turn. */
export function soundsFor(before: View, view: View, fresh: LogLine[]): Heard[] {
  const moveSounds = [...new Set(fresh.flatMap(({ sound }) => (sound ? [sound] : [])))];
  const won = Math.max(0, ...gainers(before, view).map(({ points }) => points));
  const awards = won ? [{ points: won }] : [];
  if (view.over && !before.over) return [...moveSounds, ...awards, "end"];
  return [...moveSounds, ...awards, ...(view.turn.yours && !before.turn.yours ? ["turn" as const] : [])];
}
