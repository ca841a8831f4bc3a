import type { Clock, RateLimits, Settings } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { PasswordHasher, Passwords, Sessions, WalletChallenges } from "../ports";
import { checkOwnPassword } from "./check-own-password";
import { hashToken } from "./hash-token";
import { verifyWallet, type WalletProof } from "./verify-wallet";

export type Proof = { password: string } | WalletProof;

type Deps = {
  sessions: Sessions;
  passwords: Passwords;
  passwordHasher: PasswordHasher;
  rateLimits: RateLimits;
  walletChallenges: WalletChallenges;
  clock: Clock;
  settings: Settings;
};

/**
 * Notes in a session that its person has just shown again who they are: by the account's password
 * or by a signature of its linked wallet. Throws what those two throw.
 */
export async function reauthenticate(
  input: { proof: Proof; uid: string; wallet: string | null; token: string },
  deps: Deps,
): Promise<void> {
  if ("password" in input.proof)
    await checkOwnPassword({ uid: input.uid, password: input.proof.password }, deps);
  else await byWallet(input.proof, input, deps);
  await deps.sessions.markReauthenticated(await hashToken(input.token), deps.clock.now());
}

async function byWallet(
  proof: WalletProof,
  { uid, wallet }: { uid: string; wallet: string | null },
  deps: Deps,
): Promise<void> {
  const address = await verifyWallet({ ...proof, purpose: "proof", uid }, deps);
  if (address !== wallet) throw new Problem("other_wallet", { words: "wallet:notLinked" });
}
