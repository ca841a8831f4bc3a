import type { Clock, RateLimits, Settings } from "../../lib/ports";
import type { GoogleIdentities, PasswordHasher, Passwords } from "../ports";
import type { GoogleIdentity } from "../rules/google-identity";
import { checkPassword } from "./check-password";
import { linkGoogle } from "./link-google";

/**
 * Links a Google account to the password account of the same address; its uid comes back. Throws
 * what `checkPassword` and `linkGoogle` throw.
 */
export async function joinGoogleToPassword(
  input: { identity: GoogleIdentity; password: string },
  deps: {
    googleIdentities: GoogleIdentities;
    passwords: Passwords;
    passwordHasher: PasswordHasher;
    rateLimits: RateLimits;
    clock: Clock;
    settings: Settings;
  },
): Promise<string> {
  const { identity, password } = input;
  const uid = await checkPassword({ email: identity.email, password }, deps);
  await linkGoogle({ uid, identity }, deps);
  return uid;
}
