import { createRemoteJWKSet } from "jose/jwks/remote";
import { z } from "zod";
import { Problem } from "../../lib/problem";

/** Longer than Google takes; a user waits for it. */
export const PROVIDER_TIMEOUT_MS = 8_000;
/** Endpoints change rarely, and are announced long before. */
const METADATA_TTL_MS = 3_600_000;

/** Google signs with either name (its OpenID Connect reference, 'Discovery document'). */
export const GOOGLE_ISSUERS = ["https://accounts.google.com", "accounts.google.com"];

const address = z.url({ protocol: /^https?$/ });
/** OpenID Connect Discovery 1.0, section 3: the members in use here. */
const metadata = z.object({
  issuer: address,
  authorization_endpoint: address,
  token_endpoint: address,
  jwks_uri: address,
  userinfo_endpoint: address.optional(),
  claims_supported: z.array(z.string()).default([]),
  authorization_response_iss_parameter_supported: z.boolean().default(false),
});

export interface Provider extends z.output<typeof metadata> {
  /** Public keys: fetched on first use, and again for a key id that is unknown. */
  keys: ReturnType<typeof createRemoteJWKSet>;
}

/** Per issuer and instance. Holds results, not promises: a Worker request can't await another request's I/O. */
const cache = new Map<string, { provider: Provider; at: number }>();

export function isGoogle(issuer: string): boolean {
  return GOOGLE_ISSUERS.includes(issuer);
}

/** An issuer's metadata by discovery. Falls back to an expired copy; throws `unavailable` without one. */
export async function findProvider(issuer: string, now: number): Promise<Provider> {
  const cached = cache.get(issuer);
  if (cached && now - cached.at < METADATA_TTL_MS) return cached.provider;
  const provider = await discover(issuer).catch((error: unknown) => {
    if (cached) return cached.provider;
    throw unreachable("discovery", error);
  });
  cache.set(issuer, { provider, at: now });
  return provider;
}

async function discover(issuer: string): Promise<Provider> {
  const base = issuer.replace(/\/$/, "");
  const response = await fetch(`${base}/.well-known/openid-configuration`, {
    headers: { Accept: "application/json" },
    signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`status ${response.status}`);
  const found = metadata.parse(await response.json());
  // Section 4.3: the issuer must be the one that was asked.
  if (found.issuer.replace(/\/$/, "") !== base) throw new Error(`issuer is ${found.issuer}`);
  const keys = createRemoteJWKSet(new URL(found.jwks_uri), {
    timeoutDuration: PROVIDER_TIMEOUT_MS,
  });
  return { ...found, keys };
}

/** The `Problem` to throw where a provider can't be reached or sends an invalid answer. */
export function unreachable(step: string, error: unknown): Problem {
  return new Problem("unavailable", { messageKey: "google:unavailable", fault: { step, error } });
}
