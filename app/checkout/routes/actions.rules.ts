import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { apiPaths } from "../../lib/api-paths";
import { encodeBase64 } from "../../lib/base64";
import { ACTIONS_PATTERN, paths } from "../../lib/paths";

/** Maps paths of the app to Solana Actions: a shared link to a product page becomes an Action. */
const RULES = [
  { pathPattern: paths.buy("*"), apiPath: apiPaths.buy("*") },
  { pathPattern: ACTIONS_PATTERN, apiPath: ACTIONS_PATTERN },
];

const BODY = new TextEncoder().encode(JSON.stringify({ rules: RULES }));

/** Clients ask before each link that they show; a new version of the app seldom changes the rules. */
const CACHE_CONTROL = "public, max-age=3600";

/** The `actions.json` of the Solana Actions specification. */
export async function loader({ request }: LoaderFunctionArgs) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", BODY));
  const etag = `"${encodeBase64(digest)}"`;
  const headers = {
    "Cache-Control": CACHE_CONTROL,
    ETag: etag,
    "Content-Type": "application/json",
  };
  const stored = (request.headers.get("If-None-Match") ?? "").split(",");
  const isStored = stored.some((tag) => [etag, "*"].includes(tag.trim().replace(/^W\//, "")));
  return isStored ? new Response(null, { status: 304, headers }) : new Response(BODY, { headers });
}
