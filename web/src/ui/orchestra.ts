// Makes sounds heard: oscillators and filtered noise, put together as the voices say. It is loaded when sound is wanted.
import type { Heard } from "./sound.ts";
import { melody, type Noise, type Tone, VOICES, type Voice } from "./voices.ts";

const SOUND_SPACING = 0.14; // s between sounds of one moment

/** One after the other, from now on. */
export function perform(audio: AudioContext, volume: number, heard: Heard[]): void {
  const out = audio.createGain();
  out.gain.setValueAtTime(volume, audio.currentTime);
  out.connect(audio.destination);
  for (const [place, each] of heard.entries())
    raise(audio, out, voiceOf(each), audio.currentTime + SOUND_SPACING * place);
}

function raise(audio: AudioContext, out: AudioNode, { tones, noises }: Voice, start: number): void {
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

function voiceOf(heard: Heard): Voice {
  return typeof heard === "string" ? VOICES[heard] : melody(heard.points);
}
