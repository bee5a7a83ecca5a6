// A few short sounds, made when they are needed; off unless the player wants them.
import { settings } from "./settings.svelte";

export type Sound = "act" | "turn" | "gain" | "loss" | "end";

// Each a list of tones: frequency in Hz, when and how long in seconds.
const tones: Record<Sound, [number, number, number][]> = {
  act: [[220, 0, 0.06]],
  turn: [[523, 0, 0.12], [784, 0.12, 0.2]],
  gain: [[659, 0, 0.08], [880, 0.07, 0.12]],
  loss: [[311, 0, 0.1], [233, 0.09, 0.16]],
  end: [[523, 0, 0.15], [659, 0.14, 0.15], [784, 0.28, 0.35]],
};
const loudness = 0.12;
let context: AudioContext | null = null;

export function play(sound: Sound): void {
  if (!settings.sound) return;
  try {
    context ??= new AudioContext();
    const now = context.currentTime + 0.01;
    for (const [frequency, at, length] of tones[sound]) {
      const tone = context.createOscillator();
      const volume = context.createGain();
      tone.type = "triangle";
      tone.frequency.value = frequency;
      volume.gain.setValueAtTime(0, now + at);
      volume.gain.linearRampToValueAtTime(loudness, now + at + 0.012);
      volume.gain.exponentialRampToValueAtTime(0.0005, now + at + length);
      tone.connect(volume).connect(context.destination);
      tone.start(now + at);
      tone.stop(now + at + length + 0.02);
    }
  } catch {
    // a device without sound
  }
}
