import type { AppLoadContext } from "@remix-run/cloudflare";
import { Authenticator } from "remix-auth";
import { Problem } from "../../lib/problem";
import { googleSessions } from "./flow";
import { type OpenIdOptions, OpenIdStrategy } from "./openid-strategy";
import { findProvider, type Provider } from "./provider";
import type { IdClaims } from "./verify-id-token";

export const CALLBACK = "/auth/google/callback";

interface Args {
  request: Request;
  context: AppLoadContext;
}

/**
 * At the start throws a redirect to Google, at the callback returns whom Google proved. Throws
 * `not_found` where Google is not configured, `AccessDenied`, and what else the strategy refuses.
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
    callbackUrl: settings.appOrigin + CALLBACK,
    provider,
    intent,
    ports: context.ports,
  });
  const authenticator = new Authenticator<IdClaims>(googleSessions(settings));
  // A body was read already: the strategy looks at address and cookie.
  const bare = new Request(request.url, { headers: request.headers });
  const claims = await authenticator.use(strategy, "google").authenticate("google", bare);
  return { claims, provider };
}
