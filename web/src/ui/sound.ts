// Lets sounds be heard and a phone's motor be felt: never before the first touch, never while the page is hidden, and as loud
// as the player wants it.
import { type Loudness, loudness } from "./settings.ts";
import { melody, type Noise, type Sound, type Tone, VOICES, type Voice } from "./voices.ts";

/** What is heard, one after the other: sounds, and points that were won. */
export type Heard = Sound | { points: number };

const VOLUMES: Record<Loudness, number> = { off: 0, quiet: 0.4, on: 1 };
const APART = 0.14; // s between sounds of one moment

/** What a phone does, in ms on and off; the rest is only heard. */
const PULSES: Partial<Record<Sound | "points", number[]>> = {
  turn: [30, 70, 30],
  no: [45],
  points: [20],
};

let context: AudioContext | undefined;

/** Browsers allow sound only after a touch; until then there is none. */
export function wakeSound(): void {
  if (loudness() === "off" || context) return;
  context = new AudioContext();
}

/** Let it be heard; without sound wanted, or with nobody looking, nothing happens. */
export function play(heard: Heard[]): void {
  const volume = VOLUMES[loudness()];
  if (!context || !volume || document.hidden || !heard.length) return;
  if (context.state === "suspended") void context.resume();
  const out = context.createGain();
  out.gain.setValueAtTime(volume, context.currentTime);
  out.connect(context.destination);
  heard.forEach((each, place) => {
    if (context) perform(context, out, voiceOf(each), context.currentTime + APART * place);
  });
  vibrate(heard);
}

function voiceOf(heard: Heard): Voice {
  return typeof heard === "string" ? VOICES[heard] : melody(heard.points);
}

/** The last of them that has a pulse is felt: it is what matters most. */
function vibrate(heard: Heard[]): void {
  const pulse = heard.map((each) => PULSES[typeof each === "string" ? each : "points"]).findLast(Boolean);
  if (pulse && "vibrate" in navigator) navigator.vibrate(pulse);
}

function perform(audio: AudioContext, out: AudioNode, { tones, noises }: Voice, start: number): void {
  for (const tone of tones) sing(audio, out, tone, start + tone.at);
  for (const noise of noises) rustle(audio, out, noise, start + noise.at);
}

function sing(
  audio: AudioContext,
  out: AudioNode,
  { hertz, to = hertz, seconds, volume, shape }: Tone,
  at: number,
): void {
  const source = audio.createOscillator();
  source.type = shape;
  source.frequency.setValueAtTime(hertz, at);
  if (to !== hertz) source.frequency.exponentialRampToValueAtTime(to, at + seconds);
  source.connect(fading(audio, out, at, volume, seconds));
  source.start(at);
  source.stop(at + seconds);
}

function rustle(audio: AudioContext, out: AudioNode, { hertz, seconds, volume }: Noise, at: number): void {
  const source = audio.createBufferSource();
  source.buffer = noiseOf(audio, seconds);
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = hertz;
  filter.Q.value = 3;
  source.connect(filter);
  filter.connect(fading(audio, out, at, volume, seconds));
  source.start(at);
}

function fading(audio: AudioContext, out: AudioNode, at: number, volume: number, seconds: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(volume, at + 0.005);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  gain.connect(out);
  return gain;
}

function noiseOf(audio: AudioContext, seconds: number): AudioBuffer {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * seconds), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1;
  return buffer;
}
