import { seededRandom } from "../../../app/products/rules/cover-shapes";
import { archive } from "../formats/archive";
import { type ColourGrade, cube } from "../formats/lut";

const PLACES = ["Gare", "Quai", "Tunnel", "Station-service", "Pluie", "Vitrine", "Toit", "Pont"];
const MOODS = ["bleu", "ambre", "vert", "cendre", "rose"];
const TINTS: [number, number, number][] = [
  [-0.01, 0.02, 0.07],
  [0.06, 0.02, -0.02],
  [-0.01, 0.05, 0.02],
  [0.02, 0.02, 0.03],
  [0.06, 0, 0.05],
];

/** Forty colour grades: eight places in five moods. */
export function nightLooks(): Uint8Array {
  const entries: Record<string, string> = {};
  for (const place of PLACES) {
    for (const [at, mood] of MOODS.entries()) {
      const name = `${place} ${mood}`;
      entries[`${name.toLowerCase().replaceAll(" ", "-")}.cube`] = cube(gradeOf(name, at));
    }
  }
  return archive(entries);
}

function gradeOf(name: string, mood: number): ColourGrade {
  const random = seededRandom(name);
  const near = (middle: number, spread: number) => middle + (random(2_001) / 1_000 - 1) * spread;
  return {
    name,
    shadows: TINTS[mood] ?? [0, 0, 0],
    lights: [near(0.98, 0.04), near(0.97, 0.03), near(0.99, 0.05)],
    contrast: near(1.12, 0.1),
    saturation: near(mood === 3 ? 0.45 : 0.9, 0.1),
  };
}
