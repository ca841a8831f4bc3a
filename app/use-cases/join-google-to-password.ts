import type { GoogleIdentity } from "../domain/google-identity";
import type { Ports } from "../ports";
import { checkPassword } from "./check-password";
import { linkGoogle } from "./link-google";

/**
 * Links a Google account to the password account of the same address; its uid comes back. Throws
 * what `checkPassword` and `linkGoogle` throw.
 */
export async function joinGoogleToPassword(
  input: { identity: GoogleIdentity; password: string },
  deps: Pick<Ports, "googleIdentities" | "passwords" | "passwordHasher" | "rates" | "clock">,
): Promise<string> {
  const { identity, password } = input;
  const uid = await checkPassword({ email: identity.email, password }, deps);
  await linkGoogle({ uid, identity }, deps);
  return uid;
}
