import type { JWTPayload } from "jose";
import { JOSEError, JWKSTimeout } from "jose/errors";
import { jwtVerify } from "jose/jwt/verify";
import { z } from "zod";
import { Problem } from "../../lib/problem";
import { GOOGLE_ISSUERS, isGoogle, type Provider, unreachable } from "./provider";

/** Public-key algorithms only: neither HMAC with the client secret nor `none` is accepted. */
const ALGORITHMS = ["RS256", "PS256", "ES256", "EdDSA"];
/** Tolerated clock difference. */
const CLOCK_TOLERANCE_SECONDS = 60;

const claims = z.object({
  sub: z.string().min(1).max(255),
  azp: z.string().optional(),
  nonce: z.string(),
  /** Epoch seconds of the last authentication at the provider. */
  auth_time: z.number().optional(),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
});

export type IdClaims = z.output<typeof claims>;

interface Expected {
  provider: Provider;
  clientId: string;
  nonce: string;
  /** Epoch ms. */
  now: number;
}

/**
 * Claims of an ID token, checked as OpenID Connect Core 1.0, section 3.1.3.7 asks: signature,
 * issuer, audience, authorised party, expiry, nonce. Throws `invalid_input`, or `unavailable` where
 * the provider's keys can't be fetched.
 */
export async function verifyIdToken(token: string, expected: Expected): Promise<IdClaims> {
  const payload = await verify(token, expected);
  const read = claims.safeParse(payload);
  if (!read.success) throw refused("malformed claims");
  const { azp, nonce } = read.data;
  if (nonce !== expected.nonce) throw refused("another nonce");
  const several = Array.isArray(payload.aud) && payload.aud.length > 1;
  if (azp !== undefined ? azp !== expected.clientId : several) throw refused("another party");
  return read.data;
}

async function verify(token: string, { provider, clientId, now }: Expected): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, provider.keys, {
      algorithms: ALGORITHMS,
      issuer: isGoogle(provider.issuer) ? GOOGLE_ISSUERS : provider.issuer,
      audience: clientId,
      requiredClaims: ["sub", "iat", "exp", "nonce"],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: new Date(now),
    });
    return payload;
  } catch (error) {
    const keysMissing = error instanceof JWKSTimeout || codeOf(error) === "ERR_JOSE_GENERIC";
    if (keysMissing || !(error instanceof JOSEError)) throw unreachable("keys", error);
    throw refused(error.code);
  }
}

function codeOf(error: unknown): string | null {
  return error instanceof JOSEError ? error.code : null;
}

/** The user can only try again; the log has the reason. */
function refused(error: string): Problem {
  const fault = { step: "id_token", error };
  return new Problem("invalid_input", { messageKey: "google:refused", fault });
}
