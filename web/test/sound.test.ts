// Which sounds a moment has, how loud they are, and when there are none: what would be heard is written down instead.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { soundsFor } from "../src/table/news.ts";
import { play, wakeSound } from "../src/ui/sound.ts";
import { melody, type Sound, VOICES } from "../src/ui/voices.ts";
import { line, OVER, seat, view } from "./moves.ts";

const kept = new Map<string, string>();
const page = { hidden: false };
let heard: number[] = [];
let volumes: number[] = [];
let pulses: number[][] = [];

/** A knob whose value is set or glided to, at a time. */
function knob(write: (value: number) => void = () => undefined) {
  return { value: 0, setValueAtTime: write, exponentialRampToValueAtTime: () => undefined };
}

function node(more: object = {}) {
  return { connect: () => undefined, start: () => undefined, stop: () => undefined, ...more };
}

class Recorder {
  currentTime = 0;
  state = "running";
  sampleRate = 100;
  destination = node();
  createOscillator = () => node({ frequency: knob((hertz) => heard.push(hertz)) });
  createBufferSource = () => node();
  createBiquadFilter = () => node({ frequency: knob(), Q: knob() });
  createGain = () => node({ gain: knob((volume) => volumes.push(volume)) });
  createBuffer = (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) });
}

const world = {
  localStorage: { getItem: (key: string) => kept.get(key) ?? null },
  document: page,
  navigator: { vibrate: (pulse: number[]) => pulses.push(pulse) },
  AudioContext: Recorder,
};
for (const [name, value] of Object.entries(world)) Object.defineProperty(globalThis, name, { value });

function choose(loudness: string): void {
  kept.set("quartier.sound", loudness);
}

beforeEach(() => {
  kept.clear();
  page.hidden = false;
  [heard, volumes, pulses] = [[], [], []];
});

test("there is no sound before the first touch, nor after it when none is wanted", async () => {
  await play(["tile"]);
  assert.deepEqual([heard, volumes], [[], []]);
  choose("off");
  wakeSound();
  await play(["tile", "turn"]);
  assert.deepEqual([heard, volumes, pulses], [[], [], []]);
});

test("after it each sound is heard by its own tones, one moment as loud as all others", async () => {
  choose("on");
  wakeSound();
  await play(["turn"]);
  assert.deepEqual(
    heard,
    VOICES.turn.tones.map(({ hertz }) => hertz),
  );
  assert.equal(volumes[0], 1);
});

test("quiet, as it is at first, is softer", async () => {
  await play(["tile"]);
  assert.ok((volumes[0] ?? 1) < 0.5);
});

test("nothing is heard or felt while nobody looks", async () => {
  page.hidden = true;
  await play(["turn", { points: 5 }]);
  assert.deepEqual([heard, pulses], [[], []]);
});

test("a phone is felt for what matters most of a moment", async () => {
  await play(["build", { points: 5 }]);
  await play(["build", { points: 5 }, "turn"]);
  await play(["build"]);
  assert.deepEqual(
    pulses.map((pulse) => pulse.length),
    [1, 3],
  );
});

test("every sound has a voice of its own", () => {
  const voices = Object.values(VOICES).map((voice) => JSON.stringify(voice));
  assert.equal(new Set(voices).size, voices.length);
  assert.ok(Object.values(VOICES).every(({ tones, noises }) => tones.length + noises.length > 0));
});

test("the more is won, the higher the melody climbs", () => {
  const notes = [1, 2, 4, 8, 16, 40].map((points) => melody(points).tones.length);
  assert.deepEqual(notes, [2, 3, 4, 5, 6, 6]);
});

function done(seq: number, sound: Sound): ReturnType<typeof line> {
  return { ...line(seq, 1), sound: sound as "build" };
}

test("heard of a view are its deeds, each kind once, what was won, and the viewer's turn", () => {
  const before = view({ version: 1, turn: { ...view().turn, yours: false } });
  const log = [done(2, "drive"), done(3, "drive"), { ...line(4, "*"), sound: "card" as const }];
  const now = view({ version: 4, log, seats: [seat(0), seat(1, { score: 5 })] });
  assert.deepEqual(soundsFor(before, now, log), ["drive", "card", { points: 5 }, "turn"]);
});

test("the end is heard once, and then no turn", () => {
  const log = [done(2, "line")];
  const now = view({ version: 2, log, over: OVER });
  assert.deepEqual(soundsFor(view(), now, log), ["line", "end"]);
  assert.deepEqual(soundsFor(now, now, []), []);
});
