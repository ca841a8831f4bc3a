import { profilePaths } from "./profile-paths";

/** Relative paths are resolved against this origin, which can't exist. */
const BASE = "http://local.invalid";
/** More than browsers and proxies decode an address. */
const MAX_DECODINGS = 3;

/** Path of the page that shows recovery codes and then redirects to `to`. Slashes stay unescaped. */
export function codesPath(to: string): string {
  return `${profilePaths.recoveryCodes}?to=${encodeURIComponent(to).replaceAll("%2F", "/")}`;
}

/**
 * The path and query of a `to` parameter, or null where it is not a local page: another host
 * (`//host`, `/\host`, also encoded), another scheme, `/login` or `/logout`.
 */
export function localPath(raw: string | null | undefined): string | null {
  if (!raw || !decodings(raw).every(isLocal)) return null;
  const url = new URL(raw, BASE);
  // Dot segments can resolve to `//host`, which browsers read as a host.
  if (url.origin !== BASE || url.pathname.startsWith("//")) return null;
  if (/^\/(login|logout)(\/|$)/.test(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}

function isLocal(path: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers remove these characters.
  return path.startsWith("/") && !path.startsWith("//") && !/[\\\u0000-\u001f\u007f]/.test(path);
}

/** The raw path and each further decoding of it. */
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
