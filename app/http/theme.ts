export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** The visitor's choice; without one the style sheet follows the system. */
export function readTheme(request: Request): Theme {
  const found = /(?:^|;\s*)theme=(\w+)/.exec(request.headers.get("Cookie") ?? "");
  return parseTheme(found?.[1]) ?? "system";
}

export function parseTheme(value: unknown): Theme | null {
  return THEMES.find((theme) => theme === value) ?? null;
}

/** `Set-Cookie` that keeps the choice for a year. */
export function themeCookie(theme: Theme): string {
  return `theme=${theme}; Path=/; Max-Age=31536000; SameSite=Lax`;
}
