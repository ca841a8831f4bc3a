import type { AppLoadContext } from "@remix-run/cloudflare";
import { Authenticator } from "remix-auth";
import { googlePaths } from "../../lib/google-paths";
import { Problem } from "../../lib/problem";
import { googleSessions } from "./flow";
import { type OpenIdOptions, OpenIdStrategy } from "./openid-strategy";
import { findProvider, type Provider } from "./provider";
import type { IdClaims } from "./verify-id-token";

interface Args {
  request: Request;
  context: AppLoadContext;
}

/**
 * At the start throws a redirect to Google, at the callback returns the verified claims. Throws
 * `not_found` where Google is not configured, and what the strategy throws.
 */
export async function authenticateGoogle(
  { request, context }: Args,
  intent?: OpenIdOptions["intent"],
): Promise<{ claims: IdClaims; provider: Provider }> {
  const { settings, clock } = context.ports;
  if (!settings.google) throw new Problem("not_found");
  const provider = await findProvider(settings.google.issuer, clock.now());
  const strategy = new OpenIdStrategy({
    client: settings.google,
    callbackUrl: settings.appOrigin + googlePaths.callback,
    provider,
    intent,
    ports: context.ports,
  });
  const authenticator = new Authenticator<IdClaims>(await googleSessions(settings));
  // The strategy reads address and cookie alone; the body may be read already.
  const bare = new Request(request.url, { headers: request.headers });
  const claims = await authenticator.use(strategy, "google").authenticate("google", bare);
  return { claims, provider };
}
