import type { Page } from "playwright-core";
import type { RoutePatterns } from "../../app/lib/route-paths";
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

/**
 * A page in one state. `npm run screens` draws it; axe, the HTML validator and the widths are tested
 * on it (`tests/browser/ui/a11y.test.ts`).
 */
export interface Screen {
  /** Name of its pictures, unique. */
  id: string;
  /** Id in `app/routes.ts`, of the page in its state. */
  route: keyof RoutePatterns;
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
  /** True where nothing but the picture differs from another screen, or where the page is not ours. */
  isPictureOnly?: boolean;
  /** A table of the database that is away while the page loads. */
  missingTable?: string;
}
