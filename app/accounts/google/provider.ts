import { createRemoteJWKSet } from "jose/jwks/remote";
import { z } from "zod";
import { Problem } from "../../lib/problem";

/** Longer than Google ever takes; a person waits for it (ms). */
export const PROVIDER_TIMEOUT_MS = 8_000;
/** Endpoints move rarely and are announced long before (ms). */
const KNOWN_FOR_MS = 3_600_000;

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
  /** Its public keys: fetched when first needed, again when a token names one that is not there. */
  keys: ReturnType<typeof createRemoteJWKSet>;
}

/** What an instance knows of each issuer; results alone, since a request can't wait for another's. */
const known = new Map<string, { provider: Provider; at: number }>();

export function isGoogle(issuer: string): boolean {
  return GOOGLE_ISSUERS.includes(issuer);
}

/** Where an issuer's endpoints are, as it says itself. Throws `unavailable`. */
export async function findProvider(issuer: string, now: number): Promise<Provider> {
  const kept = known.get(issuer);
  if (kept && now - kept.at < KNOWN_FOR_MS) return kept.provider;
  const provider = await discover(issuer).catch((error: unknown) => {
    if (kept) return kept.provider;
    throw unreachable("discovery", error);
  });
  known.set(issuer, { provider, at: now });
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
  // Section 4.3: a document that speaks for somebody else is none.
  if (found.issuer.replace(/\/$/, "") !== base) throw new Error(`speaks for ${found.issuer}`);
  const keys = createRemoteJWKSet(new URL(found.jwks_uri), {
    timeoutDuration: PROVIDER_TIMEOUT_MS,
  });
  return { ...found, keys };
}

/** Google can't be asked, or answers nonsense: nobody's fault here, and worth another try. */
export function unreachable(step: string, cause: unknown): Problem {
  console.error(`openid ${step}:`, cause);
  return new Problem("unavailable", { words: "google:unavailable" });
}
