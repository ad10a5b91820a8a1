// Three small sounds, made on the spot: a wooden tick for a placed piece, a chime for points, two notes for your turn.
import { isOn } from "./settings.ts";

let context: AudioContext | undefined;

/** Browsers allow sound only after a touch; until then there is none. */
export function wakeSound(): void {
  if (!isOn("sound") || context) return;
  context = new AudioContext();
}

function ready(): AudioContext | undefined {
  if (!isOn("sound") || !context) return undefined;
  if (context.state === "suspended") void context.resume();
  return context;
}

function fadingGain(audio: AudioContext, at: number, volume: number, seconds: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(volume, at + 0.005);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  gain.connect(audio.destination);
  return gain;
}

function note(
  audio: AudioContext,
  hertz: number,
  delay: number,
  volume: number,
  seconds: number,
  shape: OscillatorType,
): void {
  const at = audio.currentTime + delay;
  const tone = audio.createOscillator();
  tone.type = shape;
  tone.frequency.setValueAtTime(hertz, at);
  tone.connect(fadingGain(audio, at, volume, seconds));
  tone.start(at);
  tone.stop(at + seconds);
}

/** Wood on wood: a short burst of filtered noise over a low knock. */
export function tick(): void {
  const audio = ready();
  if (!audio) return;
  const noise = audio.createBufferSource();
  noise.buffer = noiseBuffer(audio);
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = 1900;
  filter.Q.value = 3;
  noise.connect(filter);
  filter.connect(fadingGain(audio, audio.currentTime, 0.16, 0.05));
  noise.start();
  note(audio, 190, 0, 0.12, 0.07, "sine");
}

function noiseBuffer(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * 0.05), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1;
  return buffer;
}

export function chime(): void {
  const audio = ready();
  if (!audio) return;
  note(audio, 880, 0.05, 0.05, 0.5, "sine");
  note(audio, 1318.5, 0.14, 0.04, 0.7, "sine");
}

export function yourTurn(): void {
  const audio = ready();
  if (!audio) return;
  note(audio, 523.3, 0, 0.045, 0.22, "triangle");
  note(audio, 659.3, 0.11, 0.045, 0.32, "triangle");
}
