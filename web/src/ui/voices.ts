// What each sound is made of: tones that swell and fade, and bursts of filtered noise. Everything is made on the spot.
import type { Sound as Deed } from "../net/types.ts";

/** What can be heard: what happens in a game, and what the page itself says. */
export type Sound = Exclude<Deed, ""> | "turn" | "no" | "end";

export interface Tone {
  hertz: number;
  /** Where it glides to while it sounds. */
  to?: number;
  /** When it begins, in seconds. */
  at: number;
  seconds: number;
  volume: number;
  shape: OscillatorType;
}

export interface Noise {
  /** The middle of what passes the filter. */
  hertz: number;
  at: number;
  seconds: number;
  volume: number;
}

export interface Voice {
  tones: Tone[];
  noises: Noise[];
}

function tone(hertz: number, at: number, seconds: number, volume: number, shape: OscillatorType, to = hertz): Tone {
  return { hertz, to, at, seconds, volume, shape };
}

function noise(hertz: number, at: number, seconds: number, volume: number): Noise {
  return { hertz, at, seconds, volume };
}

/** Wood on wood. */
function knock(at: number, hertz = 190, volume = 0.12): Voice {
  return {
    tones: [tone(hertz, at, 0.07, volume, "sine")],
    noises: [noise(10 * hertz, at, 0.05, 1.3 * volume)],
  };
}

function together(...voices: Voice[]): Voice {
  return { tones: voices.flatMap(({ tones }) => tones), noises: voices.flatMap(({ noises }) => noises) };
}

export const VOICES: Record<Sound, Voice> = {
  build: together(knock(0), knock(0.09, 215, 0.1), knock(0.18, 245, 0.08)),
  tile: knock(0),
  line: { tones: [tone(220, 0, 0.22, 0.06, "triangle", 330)], noises: [noise(1400, 0, 0.2, 0.04)] },
  drive: { tones: [tone(90, 0, 0.34, 0.07, "triangle", 135)], noises: [noise(420, 0, 0.34, 0.06)] },
  bid: { tones: [tone(392, 0, 0.12, 0.06, "triangle", 440)], noises: [] },
  hammer: together(knock(0, 150, 0.2), knock(0.16, 150, 0.14)),
  dice: together(...[0, 0.06, 0.11, 0.19, 0.3].map((at, roll) => knock(at, 260 - 20 * roll, 0.07))),
  card: { tones: [], noises: [noise(3200, 0, 0.09, 0.1)] },
  mark: { tones: [], noises: [noise(2200, 0, 0.06, 0.1), noise(2200, 0.09, 0.06, 0.1)] },
  turn: { tones: [tone(523, 0, 0.22, 0.045, "triangle"), tone(659, 0.11, 0.32, 0.045, "triangle")], noises: [] },
  no: { tones: [tone(196, 0, 0.12, 0.08, "triangle"), tone(165, 0.1, 0.18, 0.08, "triangle")], noises: [] },
  end: {
    tones: [392, 523, 659, 784, 1047].map((hertz, step) =>
      tone(hertz, 0.16 * step, step < 4 ? 0.3 : 1.2, 0.06, "triangle"),
    ),
    noises: [],
  },
};

const SCALE = [880, 1109, 1319, 1760, 2217, 2637]; // Hz: up a chord
const STEP = 0.09; // s between its notes

/** What is won, as a melody that climbs the higher the more it is: one point two notes, sixteen and more all six. */
export function melody(points: number): Voice {
  const notes = Math.min(SCALE.length, 2 + Math.floor(Math.log2(Math.max(1, points))));
  const rising = SCALE.slice(0, notes).map((hertz, step) => tone(hertz, STEP * step, 0.5, 0.045, "sine"));
  return { tones: rising, noises: [] };
}
