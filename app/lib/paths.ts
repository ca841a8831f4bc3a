export { paths } from "./route-paths";

/** The query string of a link, with `?`; absent and null values are omitted, and without values it is empty. */
export function query(values: Record<string, string | number | null | undefined>): string {
  let text = "";
  for (const [name, value] of Object.entries(values)) {
    if (value !== null && value !== undefined)
      text += `${text ? "&" : "?"}${name}=${formEncode(String(value))}`;
  }
  return text;
}

/** Most values need no encoding, and a page of the shop has 50 queries. */
function formEncode(value: string): string {
  if (/^[\w.-]*$/.test(value)) return value;
  return new URLSearchParams({ value }).toString().slice("value=".length);
}

/** Matches every Solana Action of the app, for `actions.json`. */
export const ACTIONS_PATTERN = "/api/actions/**";

/** The beginnings of all paths of the API and of the sign-in by Google. */
export const API_PREFIX = "/api/";
export const AUTH_PREFIX = "/auth/";
