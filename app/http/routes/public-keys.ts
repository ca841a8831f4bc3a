import type { LoaderFunctionArgs } from "@remix-run/cloudflare";

/** How long a stolen key is not known to those who asked before, in seconds. */
const MAX_AGE_S = 300;

/** The public keys of this deployment's statements, for those who check one without asking us. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { settings, statements } = context.ports;
  const keys = await statements.keys();
  const body = {
    issuer: settings.appOrigin,
    keys: keys.map((key) => ({ use: "statements", ...key })),
  };
  return Response.json(body, { headers: { "Cache-Control": `public, max-age=${MAX_AGE_S}` } });
}
