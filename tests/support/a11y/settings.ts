import { dealt } from "../test-scale";

export interface Setting {
  locale: "fr" | "en";
  colorScheme: "light" | "dark";
  /** Of the window (px). */
  width: number;
}

const LOCALES = ["fr", "en"] as const;
const THEMES = ["light", "dark"] as const;
const WIDTHS = [320, 390, 1280] as const;

export const ALL_SETTINGS: Setting[] = WIDTHS.flatMap((width) =>
  LOCALES.flatMap((locale) => THEMES.map((colorScheme) => ({ locale, colorScheme, width }))),
);

/** Shares no factor with the number of settings, so that consecutive pages get all of them. */
const STRIDE = 5;

/**
 * The settings to look at a page in: all of them under `npm run test:long`, else one, dealt out so that
 * any twelve consecutive pages get every combination.
 */
export function settingsFor(position: number): Setting[] {
  return dealt(ALL_SETTINGS, position * STRIDE);
}
