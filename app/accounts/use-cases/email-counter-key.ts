import type { Settings } from "../../lib/ports";
import { keyedHash } from "./keyed-hash";

/**
 * Key of a rate counter for an e-mail address: `name` and the HMAC-SHA-256 of the address. Without
 * the session secret, an address can't be tested against the stored keys.
 */
export async function emailCounterKey(
  name: string,
  email: string,
  { settings }: { settings: Pick<Settings, "sessionSecret"> },
): Promise<string> {
  const mac = await keyedHash(email, "rate counters of e-mail addresses", settings);
  return `${name}:${[...mac].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
