import { dealt, LONG_RUN } from "../test-scale";

export interface Frame {
  /** Of the window (px). */
  width: number;
  /** The browser's own size of text (px), on which the lengths in rem depend. */
  fontSize: number;
}

export interface Setting extends Frame {
  locale: "fr" | "en";
  colorScheme: "light" | "dark";
}

export const LOCALES = ["fr", "en"] as const;
export const THEMES = ["light", "dark"] as const;
/** The narrowest window of WCAG 1.4.10, which is one of 1,280 px at a zoom of 400 %, to a laptop's. */
export const WIDTHS = [320, 390, 900, 1024, 1150, 1280] as const;
/** Chromium's default and its larger settings. */
export const FONT_SIZES = [16, 20, 24, 32] as const;

const LOOKS = WIDTHS.flatMap((width) =>
  LOCALES.flatMap((locale) => THEMES.map((colorScheme) => ({ locale, colorScheme, width }))),
);
const FRAMES: Frame[] = WIDTHS.flatMap((width) =>
  FONT_SIZES.map((fontSize) => ({ width, fontSize })),
);
/** Shares no factor with the number of either, so that consecutive pages get all of them. */
const STRIDE = 5;
/** Frames that a page is resized to in `npm test`. */
const RESIZED = 3;

/**
 * The settings to look at a page in: every language, theme and width under `npm run test:long`, else one,
 * dealt out so that each pair of values occurs. The size of the text is dealt out always.
 */
export function settingsFor(position: number): Setting[] {
  return dealt(LOOKS, position * STRIDE).map((look, at) => {
    const turn = position + at + Math.floor(position / STRIDE);
    return { ...look, fontSize: FONT_SIZES[turn % FONT_SIZES.length] ?? 16 };
  });
}

/** Further windows and sizes of text that a page has to fit: all under `npm run test:long`. */
export function framesFor(position: number): Frame[] {
  if (LONG_RUN) return FRAMES;
  // The language changes with every second position: the shift gives each of them all frames.
  const first = position * RESIZED + Math.floor(position / 2) * FONT_SIZES.length;
  return Array.from({ length: RESIZED }, (_, at) => first + at * STRIDE).flatMap((at) =>
    dealt(FRAMES, at),
  );
}
