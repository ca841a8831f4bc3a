import { type Colour, mix, type Painter, picture } from "../formats/picture";

const INK: Colour = [23, 20, 15];
const PAPER: Colour = [247, 244, 238];
const VERMILION: Colour = [216, 54, 31];
const NAVY: Colour = [29, 42, 107];
const CREAM: Colour = [243, 227, 200];
const OCHRE: Colour = [242, 196, 75];

const within = (x: number, y: number, cx: number, cy: number, radius: number) =>
  (x - cx) ** 2 + (y - cy) ** 2 < radius ** 2;

/** A lake with sun and waves, in three colours. Height is 4/3 of the width. */
const lake: Painter = (x, y) => {
  const high = (y * 4) / 3;
  if (x < 0.06 || x > 0.94 || high < 0.06 || high > 1.27) return PAPER;
  if (high > 0.78) {
    const swell = Math.sin(x * 19 + high * 7) * 0.012;
    const band = Math.floor((high + swell) / 0.045) % 2;
    return band === 0 ? NAVY : CREAM;
  }
  const ridge = 0.66 - 0.16 * Math.max(0, 1 - Math.abs(x - 0.33) * 3.1);
  const far = 0.7 - 0.22 * Math.max(0, 1 - Math.abs(x - 0.72) * 2.4);
  if (high > Math.min(ridge, far)) return high > ridge ? INK : NAVY;
  return within(x, high, 0.6, 0.36, 0.2) ? VERMILION : CREAM;
};

/** A harbour at dusk. */
const harbour: Painter = (x, y) => {
  const horizon = 0.56;
  if (y < horizon) {
    const sky = mix([38, 48, 92], [240, 150, 96], (y / horizon) ** 1.5);
    const glow = Math.exp(-(((x - 0.64) / 0.2) ** 2) - ((y - 0.47) / 0.16) ** 2);
    const roofs = 0.53 - 0.05 * Math.abs(Math.sin(x * 31)) * (x < 0.42 ? 1 : 0.25);
    if (y > roofs) return [22, 20, 34];
    return within(x * 1.33, y, 0.85, 0.45, 0.055)
      ? [255, 226, 160]
      : mix(sky, [255, 206, 140], glow);
  }
  const depth = (y - horizon) / (1 - horizon);
  const ripple = Math.sin(y * 420 + Math.sin(x * 26) * 3) * 0.5 + 0.5;
  const water = mix([206, 124, 92], [18, 26, 56], depth ** 0.6);
  const path = Math.exp(-(((x - 0.64) / (0.05 + depth * 0.16)) ** 2)) * ripple;
  const mast = [0.12, 0.2, 0.33].some((place) => Math.abs(x - place) < 0.002 && depth < 0.25);
  return mast ? [22, 20, 34] : mix(water, [255, 214, 150], path * 0.8);
};

/** Overlapping waves in two colours. */
const waves: Painter = (x, y) => {
  const first = Math.sin(x * 12 + Math.sin(y * 9) * 1.6 + y * 26) > 0.15;
  const second = Math.sin((x + 0.012) * 9 - y * 21 + Math.cos(y * 6)) > 0.35;
  if (first && second) return [120, 38, 62];
  if (first) return NAVY;
  return second ? VERMILION : OCHRE;
};

let poster: Uint8Array | undefined;
/** Drawn once: it is a product's file and its cover. */
export function lakePoster(): Uint8Array {
  poster ??= picture(900, 1_200, lake);
  return poster;
}

export const harbourPhoto = () => picture(1_200, 900, harbour);
export const harbourCover = () => picture(800, 600, harbour);
export const wavesPrint = () => picture(800, 800, waves);
