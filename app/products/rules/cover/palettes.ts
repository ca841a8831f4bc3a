/** Ground, first and second colour. */
export type Palette = readonly [ground: string, first: string, second: string];

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
