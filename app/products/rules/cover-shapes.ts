/** Background, first and second colour. */
export type Palette = readonly [background: string, first: string, second: string];

export const PALETTES: readonly Palette[] = [
  ["#f7f4ee", "#1d2a6b", "#e7a7c2"],
  ["#17140f", "#0a7a4b", "#f3e3c8"],
  ["#d8361f", "#f0e5d3", "#0a7a4b"],
  ["#f0e9da", "#2c2a29", "#ff6b4a"],
  ["#d8361f", "#17140f", "#f2c64b"],
  ["#f2c64b", "#1d2a6b", "#f7f4ee"],
  ["#b5d3dc", "#143c4a", "#fff4e4"],
  ["#43203a", "#f3b29b", "#f7f4ee"],
];

/** A random integer from 0 to `below`, exclusive. */
export type RandomInt = (below: number) => number;

/** A pseudorandom generator whose sequence depends on the seed alone (FNV-1a, then mulberry32). */
export function seededRandom(seed: string): RandomInt {
  let state = 0x811c9dc5;
  for (let at = 0; at < seed.length; at += 1) {
    state = Math.imul(state ^ seed.charCodeAt(at), 0x01000193);
  }
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** SVG elements of one composition, in a view box of 80 by 60. */
export type DrawShapes = (palette: Palette, random: RandomInt) => string;

/** Two overlapping circles on a background in two colours. */
export const drawCircles: DrawShapes = ([, first, second], random) => {
  const half = ["M80 0v60H0z", "M0 0v60h80z", "M0 30h80v30H0z", "M40 0h40v60H40z"][random(4)];
  const radius = 13 + random(7);
  const shift = 9 + random(6);
  const tilt = random(9) - 4;
  const circle = (side: number, fill: string, more = "") =>
    `<circle cx="${40 + side * shift}" cy="${30 + side * tilt}" r="${radius}" fill="${fill}"${more}/>`;
  return `<path fill="${second}" d="${half}"/>${circle(-1, first)}${circle(1, first, ' opacity=".72"')}`;
};

/** A square divided along its diagonal, beside a bar and a dot; possibly rotated or mirrored. */
export const drawBlocks: DrawShapes = ([, first, second], random) => {
  const bar = 16 + random(9);
  const dot = 7 + random(4);
  const dotY = (8 + bar + 52) / 2;
  const mirror = ["", ' transform="matrix(-1 0 0 1 80 0)"', ' transform="rotate(180 40 30)"'];
  const triangle = random(2) ? "M38 8v44H8z" : "M8 8v44h30z";
  return `<g${mirror[random(3)]}><path fill="${second}" d="M8 8h30v44H8z"/><path fill="${first}" d="${triangle}M42 8h30v${bar}H42z"/><circle cx="57" cy="${dotY + 2}" r="${dot}" fill="${second}"/></g>`;
};

/** Concentric rings around a point on the edge, in alternating colours. */
export const drawRings: DrawShapes = ([, first, second], random) => {
  const [x, y] = [
    [40, 60],
    [0, 60],
    [80, 60],
    [40, 0],
    [0, 0],
    [80, 0],
  ][random(6)] as [number, number];
  const step = 8 + random(4);
  const count = 5 + random(2);
  let rings = "";
  for (let ring = count; ring > 0; ring -= 1) {
    const fill = (count - ring) % 2 ? first : second;
    rings += `<circle cx="${x}" cy="${y}" r="${ring * step}" fill="${fill}"/>`;
  }
  return rings;
};

/** Vertical bars of different heights, one of them in the second colour with a dot above it. */
export const drawBars: DrawShapes = ([, first, second], random) => {
  const count = 5 + random(4);
  const pitch = 64 / count;
  const width = round(pitch * 0.78);
  const markedBar = random(count);
  const marked = { height: 0, x: 0 };
  let bars = "";
  for (let bar = 0; bar < count; bar += 1) {
    const height = 12 + random(bar === markedBar ? 18 : 32);
    const x = round(8 + bar * pitch);
    if (bar === markedBar) Object.assign(marked, { height, x });
    else bars += `M${x} 60v-${height}h${width}v${height}z`;
  }
  const { x, height } = marked;
  const radius = width / 2;
  return `<path fill="${first}" d="${bars}"/><path fill="${second}" d="M${x} 60v-${height}h${width}v${height}z"/><circle cx="${round(x + radius)}" cy="${round(56 - height - radius)}" r="${round(radius)}" fill="${second}"/>`;
};

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

const TILE_UNITS = 20;

/** Tiles with a quarter of a disc each, in random orientations. */
export const drawQuarters: DrawShapes = ([, first, second], random) => {
  const paths = { [first]: "", [second]: "" };
  // One tile of each colour is always drawn.
  const required = random(6);
  for (let tile = 0; tile < 12; tile += 1) {
    const [x, y] = [(tile % 4) * TILE_UNITS, Math.floor(tile / 4) * TILE_UNITS];
    const isRequired = tile % 6 === required;
    const colour = (isRequired ? tile < 6 : random(5) < 3) ? first : second;
    // Some of the others stay empty: the background is the third colour.
    if (isRequired || random(7) > 0) paths[colour] += quarter(x, y, random(4));
  }
  return Object.entries(paths)
    .map(([fill, d]) => (d ? `<path fill="${fill}" d="${d}"/>` : ""))
    .join("");
};

function quarter(x: number, y: number, orientation: number): string {
  const [right, below] = [x + TILE_UNITS, y + TILE_UNITS];
  switch (orientation) {
    case 0:
      return `M${x} ${y}h20a20 20 0 0 1-20 20z`;
    case 1:
      return `M${right} ${y}v20a20 20 0 0 1-20-20z`;
    case 2:
      return `M${right} ${below}h-20a20 20 0 0 1 20-20z`;
    default:
      return `M${x} ${below}v-20a20 20 0 0 1 20 20z`;
  }
}

/** A disc partly covered by waves. */
export const drawWaves: DrawShapes = ([background, first, second], random) => {
  const half = [10, 20, 40][random(3)] ?? 20;
  const height = 5 + random(6);
  const top = 24 + random(8);
  const disc = `<circle cx="${18 + random(45)}" cy="${top - 4}" r="${9 + random(6)}" fill="${second}"/>`;
  const waves = [first, background, first].map((fill, at) => {
    const start = -half * (at % 2);
    return `<path fill="${fill}" d="M${start} ${top + at * 10}${crests(half, height)}V60H${start}z"/>`;
  });
  return disc + waves.join("");
};

/** Enough crests to cover the width from left of the edge. */
function crests(half: number, height: number): string {
  const count = Math.ceil(80 / half) + 1;
  return `q${half / 2} -${height} ${half} 0${`t${half} 0`.repeat(count - 1)}`;
}
