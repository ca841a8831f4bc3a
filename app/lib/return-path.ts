import { paths } from "./paths";

/** An origin to resolve relative addresses against. */
const BASE = "http://local.invalid";
/** Browsers and proxies decode an address less often than this. */
const MAX_DECODINGS = 3;

/** Address of the page that shows recovery codes and then redirects to `to`, whose slashes stay unescaped. */
export function codesPath(to: string): string {
  return `${paths.recoveryCodes}?to=${encodeURIComponent(to).replaceAll("%2F", "/")}`;
}

/**
 * The local path (with query) that a `to` parameter names, or null where it names anything else:
 * another host (`//host`, `/\host`, and both in encoded forms), another scheme, or `/login` itself.
 */
export function localPath(raw: string | null | undefined): string | null {
  if (!raw || !decodings(raw).every(isLocal)) return null;
  const url = new URL(raw, BASE);
  // Dot segments may resolve to a path that browsers take for a host.
  if (url.origin !== BASE || url.pathname.startsWith("//")) return null;
  if (/^\/(login|logout)(\/|$)/.test(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}

function isLocal(path: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers remove these from an address.
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
