import { Problem } from "../../lib/problem";
import { COMMON_PASSWORDS } from "./common-passwords";

/** Long enough to resist guessing online; no rule about kinds of characters. */
export const PASSWORD_MIN = 10;
/** Room for any passphrase; bounds the work of hashing. */
export const PASSWORD_MAX = 256;

/** Throws `invalid_input` with the words for what is wrong with a new password. */
export function assertStrongPassword(password: string, email: string): void {
  const fault = passwordFault(password, email);
  if (fault) throw new Problem("invalid_input", { words: `account:${fault}`, field: "password" });
}

function passwordFault(
  password: string,
  email: string,
): "passwordShort" | "passwordLong" | "passwordCommon" | null {
  if ([...password].length < PASSWORD_MIN) return "passwordShort";
  if (password.length > PASSWORD_MAX) return "passwordLong";
  const folded = password.toLowerCase();
  const oneCharacter = new Set(folded).size === 1;
  if (oneCharacter || COMMON_PASSWORDS.has(folded) || folded === email) return "passwordCommon";
  return null;
}
