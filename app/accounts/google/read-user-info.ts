import { z } from "zod";
import { Problem } from "../../lib/problem";
import { PROVIDER_TIMEOUT_MS, type Provider, unreachable } from "./provider";
import type { IdClaims } from "./verify-id-token";

const userInfo = z.object({
  sub: z.string(),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
  name: z.string().optional(),
});

/**
 * The claims, with address and name from the user info endpoint where the ID token has no address:
 * Google puts them into the token, the standard lets a provider choose (Core 1.0, section 5.4).
 * Throws `unavailable`, and `invalid_input` for an answer about somebody else (section 5.3.2).
 */
export async function readUserInfo(
  claims: IdClaims,
  { accessToken, provider }: { accessToken: string; provider: Provider },
): Promise<IdClaims> {
  if (claims.email !== undefined || !provider.userinfo_endpoint) return claims;
  const answer = await fetch(provider.userinfo_endpoint, {
    headers: { Authorization: `Bearer ${accessToken}`, Accept: "application/json" },
    signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
  })
    .then((response) => response.json())
    .catch((error: unknown) => {
      throw unreachable("user info", error);
    });
  const read = userInfo.safeParse(answer);
  if (!read.success) throw unreachable("user info", read.error);
  if (read.data.sub !== claims.sub) throw new Problem("invalid_input", { words: "google:refused" });
  return { ...claims, ...read.data };
}
