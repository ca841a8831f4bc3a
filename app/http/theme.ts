import type { AppLoadContext } from "@remix-run/cloudflare";
import { readCookie, setCookie } from "./cookies";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** Background of each theme, as in the style sheet. */
export const BACKGROUND_COLOURS = { light: "#f7f4ee", dark: "#12100d" };

/** The theme of the cookie. `system` follows the operating system. */
export function readTheme(request: Request): Theme {
  return parseTheme(readCookie(request, "theme")) ?? "system";
}

export function parseTheme(value: unknown): Theme | null {
  return THEMES.find((theme) => theme === value) ?? null;
}

/** `Set-Cookie` that stores the theme for a year. */
export function themeCookie(theme: Theme, { ports }: AppLoadContext): string {
  return setCookie("theme", theme, ports.settings.appOrigin);
}
