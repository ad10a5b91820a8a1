// Lets sounds be heard and a phone's motor be felt: never before the first touch, never while the page is hidden, and as loud
// as the player wants it.
import { type Loudness, loudness } from "./settings.ts";
import type { Sound } from "./voices.ts";

/** What is heard, one after the other: sounds, and points that were won. */
export type Heard = Sound | { points: number };

const VOLUMES: Record<Loudness, number> = { off: 0, quiet: 0.4, on: 1 };

/** What a phone does, in ms on and off; the rest is only heard. */
const PULSES: Partial<Record<Sound | "points", number[]>> = {
  turn: [30, 70, 30],
  no: [45],
  points: [20],
  dice: [20],
};

let context: AudioContext | undefined;

/** Browsers allow sound only after a touch; until then there is none. */
export function wakeSound(): void {
  if (loudness() === "off" || context) return;
  context = new AudioContext();
  void import("./orchestra.ts").catch(() => undefined); // before the first sound
}

/** Let it be heard; without sound wanted, or with nobody looking, nothing happens. */
export async function play(heard: Heard[]): Promise<void> {
  const volume = VOLUMES[loudness()];
  const audio = context;
  if (!audio || !volume || document.hidden || !heard.length) return;
  if (audio.state === "suspended") void audio.resume();
  vibrate(heard);
  const orchestra = await import("./orchestra.ts").catch(() => undefined); // nobody misses a sound that cannot be had
  orchestra?.perform(audio, volume, heard);
}

/** The last of them that has a pulse is felt: it is what matters most. */
function vibrate(heard: Heard[]): void {
  const pulse = heard.map((each) => PULSES[typeof each === "string" ? each : "points"]).findLast(Boolean);
  if (pulse && "vibrate" in navigator) navigator.vibrate(pulse);
}
