/** Only there to resolve against: no address of ours. */
const BASE = "http://local.invalid";
/** Decoding more often than this finds nothing that a browser or a proxy would. */
const MAX_DECODINGS = 3;

/** Where a person goes after signing in when no page asked for it. */
export const AFTER_SIGN_IN = "/dashboard";
/** Where what a person changes about their account is shown. */
export const PROFILE = "/profil";
/** Where recovery codes are shown and renewed. */
export const CODES = "/profil/codes";

/** Address of the page that shows codes and then leads on to `to`, which stays readable in it. */
export function codesPath(to: string): string {
  return `${CODES}?to=${encodeURIComponent(to).replaceAll("%2F", "/")}`;
}

/**
 * The local path (with query) that a `to` parameter names, or null where it names anything else:
 * another host (`//host`, `/\host`, and both in encoded forms), another scheme, or `/login` itself.
 */
export function localPath(raw: string | null | undefined): string | null {
  if (!raw || !decodings(raw).every(isLocal)) return null;
  const url = new URL(raw, BASE);
  // Dot segments may resolve to a path that a browser would read as a host.
  if (url.origin !== BASE || url.pathname.startsWith("//")) return null;
  if (/^\/(login|logout)(\/|$)/.test(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}

function isLocal(path: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop these from an address.
  return path.startsWith("/") && !path.startsWith("//") && !/[\\\u0000-\u001f\u007f]/.test(path);
}

function decodings(raw: string): string[] {
  const forms = [raw];
  let path = raw;
  for (let round = 0; round < MAX_DECODINGS; round++) {
    try {
      path = decodeURIComponent(path.split(/[?#]/)[0] ?? "");
    } catch {
      return forms;
    }
    forms.push(path);
  }
  return forms;
}
