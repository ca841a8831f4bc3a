import type { Clock, Settings, Statements } from "../app/lib/ports";
import { publishedKeys } from "../app/lib/signing-keys";
import { checkStatement, signStatement } from "../app/lib/statements";

/** Statements of this deployment, by the keys of `SIGNING_KEY`. */
export function createStatements(
  settings: Pick<Settings, "appOrigin" | "signingKeys" | "stolenKeys">,
  clock: Clock,
): Statements {
  const { appOrigin: issuer, signingKeys } = settings;
  let published: ReturnType<typeof publishedKeys> | undefined;
  const keys = () => {
    published ??= publishedKeys(settings);
    return published;
  };
  /** The key that signs; null where there is none, or others may know it. */
  async function signer() {
    const [own] = signingKeys;
    const [key] = await keys();
    return own?.kind === "seed" && key?.status === "current" ? { own, key } : null;
  }
  return {
    keys,
    canSign: async () => (await signer()) !== null,
    async sign({ kind, subject, expiresAt = null }) {
      const found = await signer();
      if (found === null) return null;
      const { own, key } = found;
      const statement = {
        version: 1 as const,
        issuer,
        kind,
        subject,
        issuedAt: new Date(clock.now()).toISOString(),
        expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
        keyId: key.id,
      };
      return signStatement(statement, own.seed);
    },
    verify: async (text, kind) =>
      checkStatement(text, { issuer, kind, keys: await keys(), now: clock.now() }),
  };
}
