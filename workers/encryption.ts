import type { Encryption } from "../app/lib/ports";
import type { SessionSecrets } from "../app/lib/session-secrets";
import { platformRuntime, type Runtime } from "./isolate";
import { createSealing } from "./sealing";

/**
 * The purpose is additional authenticated data. What was encrypted under the previous secret can still be
 * read, unless that was stolen: who has it could have made what a browser brings.
 */
export function createEncryption(
  secrets: SessionSecrets,
  runtime: Pick<Runtime, "randomBytes"> = platformRuntime,
): Encryption {
  const use = { use: "values that browsers keep", opensStolen: false };
  const sealing = createSealing(use, secrets, runtime);
  return {
    encrypt: (text, purpose) => sealing.seal(new TextEncoder().encode(text), purpose),
    async decrypt(encrypted, purpose) {
      try {
        return new TextDecoder().decode(await sealing.open(encrypted, purpose));
      } catch {
        // Malformed, or encrypted with another key or purpose.
        return null;
      }
    },
  };
}
