const CLOSED = "langhint=closed";

/** True where the browser asks first for another language than French and nothing was chosen yet. */
export function offersEnglish(request: Request): boolean {
  const cookies = request.headers.get("Cookie") ?? "";
  if (/(?:^|;\s*)(locale=|langhint=closed)/.test(cookies)) return false;
  if (new URL(request.url).searchParams.has("lang")) return false;
  const first = request.headers.get("Accept-Language")?.split(",")[0]?.trim().toLowerCase();
  return Boolean(first) && !first?.startsWith("fr") && first !== "*";
}

/** `Set-Cookie` that remembers the offer being closed, for a year. */
export function closeLanguageHint(): string {
  return `${CLOSED}; Path=/; Max-Age=31536000; SameSite=Lax`;
}
