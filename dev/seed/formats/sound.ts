import { seededRandom } from "../../../app/products/rules/cover-shapes";

const SAMPLE_RATE_HZ = 22_050;
/** A pentatonic scale. */
const SCALE_HZ = [196, 220, 261.63, 293.66, 329.63, 392];

/** Wind noise with bells, as a WAV file (mono, 16 bits). */
export function ambience(seconds: number, name: string): Uint8Array {
  const random = seededRandom(name);
  const samples = new Float32Array(seconds * SAMPLE_RATE_HZ);
  let wind = 0;
  for (let at = 0; at < samples.length; at += 1) {
    wind += (random(2_001) / 1_000 - 1 - wind) * 0.03;
    const gust = 0.55 + 0.45 * Math.sin((2 * Math.PI * at) / (SAMPLE_RATE_HZ * 5.3));
    samples[at] = wind * gust * 0.9;
  }
  for (let second = 1; second < seconds - 2; second += 1.5) {
    ring(samples, second + random(400) / 1_000, SCALE_HZ[random(SCALE_HZ.length)] ?? 220);
  }
  return wav(samples);
}

/** Adds a bell sound: three decaying partials. */
function ring(samples: Float32Array, second: number, pitch: number): void {
  const start = Math.floor(second * SAMPLE_RATE_HZ);
  for (let at = start; at < Math.min(samples.length, start + 2.5 * SAMPLE_RATE_HZ); at += 1) {
    const time = (at - start) / SAMPLE_RATE_HZ;
    let value = 0;
    for (const [partial, loudness] of [
      [1, 1],
      [2.01, 0.4],
      [3.9, 0.15],
    ] as const) {
      value += loudness * Math.sin(2 * Math.PI * pitch * partial * time) * Math.exp(-time * 2.2);
    }
    samples[at] = (samples[at] ?? 0) + value * 0.16;
  }
}

/** RIFF WAVE, PCM; samples from -1 to 1 are clipped. */
function wav(samples: Float32Array): Uint8Array {
  const file = Buffer.alloc(44 + samples.length * 2);
  file.write("RIFF", 0, "latin1");
  file.writeUInt32LE(file.length - 8, 4);
  file.write("WAVEfmt ", 8, "latin1");
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(SAMPLE_RATE_HZ, 24);
  file.writeUInt32LE(SAMPLE_RATE_HZ * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write("data", 36, "latin1");
  file.writeUInt32LE(samples.length * 2, 40);
  samples.forEach((sample, at) => {
    file.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), 44 + at * 2);
  });
  return file;
}
