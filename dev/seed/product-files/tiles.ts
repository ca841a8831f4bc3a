import { type RandomInt, seededRandom } from "../../../app/products/rules/cover-shapes";
import { archive } from "../formats/archive";
import { type Colour, pixels } from "../formats/picture";

const TILE_PX = 16;
const COLUMNS = 8;

interface Kind {
  name: string;
  base: Colour;
  /** Shares of pixels in other colours, in percent. */
  speckles: [colour: Colour, share: number][];
}

const KINDS: Kind[] = [
  {
    name: "herbe",
    base: [92, 148, 74],
    speckles: [
      [[118, 176, 88], 18],
      [[66, 118, 62], 10],
    ],
  },
  {
    name: "sable",
    base: [224, 198, 140],
    speckles: [
      [[240, 218, 166], 14],
      [[198, 168, 108], 7],
    ],
  },
  {
    name: "eau",
    base: [64, 118, 186],
    speckles: [
      [[96, 152, 212], 16],
      [[224, 240, 248], 3],
    ],
  },
  {
    name: "roche",
    base: [122, 120, 126],
    speckles: [
      [[150, 148, 154], 16],
      [[88, 86, 94], 14],
    ],
  },
  {
    name: "neige",
    base: [238, 242, 246],
    speckles: [
      [[214, 224, 236], 12],
      [[255, 255, 255], 10],
    ],
  },
  {
    name: "terre",
    base: [132, 92, 62],
    speckles: [
      [[156, 114, 78], 14],
      [[104, 70, 48], 14],
    ],
  },
  {
    name: "lave",
    base: [186, 48, 26],
    speckles: [
      [[242, 132, 42], 16],
      [[92, 24, 22], 12],
    ],
  },
  {
    name: "nuit",
    base: [36, 34, 62],
    speckles: [
      [[54, 52, 92], 14],
      [[236, 226, 160], 2],
    ],
  },
];

const READ_ME = `# Tuiles pixel art 16×16

Huit terrains, huit variantes de chacun, sans couture. \`planche.png\` à
l'échelle 1, \`planche-4x.png\` pour regarder, \`tuiles.json\` pour le moteur.
Utilisables dans vos jeux, gratuits ou payants. Merci de ne pas revendre la planche seule.
`;

export function tiles(): Uint8Array {
  const index = KINDS.map(({ name }, row) => ({ name, row, variants: COLUMNS }));
  return archive({
    "LISEZ-MOI.md": READ_ME,
    "tuiles.json": `${JSON.stringify({ tile: TILE_PX, columns: COLUMNS, kinds: index }, null, 2)}\n`,
    "planche.png": tileSheet(1),
    "planche-4x.png": tileSheet(4),
  });
}

/** All tiles, enlarged by `scale`. */
export function tileSheet(scale: number): Uint8Array {
  const dots = KINDS.flatMap((kind) =>
    Array.from({ length: COLUMNS }, (_, variant) => tile(kind, seededRandom(kind.name + variant))),
  );
  return pixels(COLUMNS * TILE_PX, KINDS.length * TILE_PX, scale, (x, y) => {
    const at = Math.floor(y / TILE_PX) * COLUMNS + Math.floor(x / TILE_PX);
    return dots[at]?.[(y % TILE_PX) * TILE_PX + (x % TILE_PX)] ?? null;
  });
}

function tile({ base, speckles }: Kind, random: RandomInt): Colour[] {
  return Array.from({ length: TILE_PX * TILE_PX }, () => {
    let roll = random(100);
    for (const [colour, share] of speckles) {
      if (roll < share) return colour;
      roll -= share;
    }
    return base;
  });
}
