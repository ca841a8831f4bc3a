import type { Page } from "playwright-core";
import type { Who, World } from "./world";

export const LOCALES = ["fr", "en"] as const;
export const THEMES = ["light", "dark"] as const;
/** Widths (px), the first of them while a page loads. */
export const WIDTHS = [1280, 390, 320] as const;

export interface Look {
  locale: (typeof LOCALES)[number];
  theme: (typeof THEMES)[number];
}

export type Width = (typeof WIDTHS)[number];

/** A page in one state, as people and tests of accessibility look at it. */
export interface Screen {
  /** Name of its pictures, unique. */
  id: string;
  /** Id in `app/routes.ts`. */
  route: string;
  who: Who;
  path(world: World): string;
  /** Expected HTTP status; 200 by default. */
  status?: number;
  /** Brings the loaded page into its state. */
  act?(page: Page, look: Look): Promise<void>;
  /** All widths by default. */
  widths?: readonly Width[];
  /** True for dialogs: the window is drawn, not the whole page. */
  isWindow?: boolean;
  /** True for a browser in English that has not chosen a language: the page is in French. */
  isLanguageUnchosen?: boolean;
  /** A table of the database that is away while the page loads. */
  missingTable?: string;
}
