import { deriveSignInMessage, parseSignInMessage } from "@solana/wallet-standard-util";
import bs58 from "bs58";
import type { WalletChallenges } from "../../../db/accounts/wallet-challenges";
import type { Clock, Ids, Settings } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import { sameBytes } from "../../lib/same-bytes";
import { isPublicKey } from "../../solana/public-key";
import { CHALLENGE_MS, type SignInMessage, signInMessage } from "../../solana/sign-in-message";
import { verifySignature } from "../../solana/verify-signature";
import type { SignedChallenge, WalletChallenge } from "../rules/wallet-challenge";

const SIGNATURE_BYTES = 64;

/** A message for a wallet to sign, valid once and for five minutes. The wallet adds its own address. */
export async function issueWalletChallenge(
  input: Pick<WalletChallenge, "purpose" | "uid" | "statement">,
  deps: { walletChallenges: WalletChallenges; clock: Clock; ids: Ids; settings: Settings },
): Promise<SignInMessage> {
  const issuedAt = deps.clock.now();
  // The message format allows only letters and digits in a nonce.
  const nonce = deps.ids.uuid().replaceAll("-", "");
  const challenge = { ...input, nonce, issuedAt, expiresAt: issuedAt + CHALLENGE_MS };
  await deps.walletChallenges.insert(challenge);
  return signInMessage(challenge, deps.settings.appOrigin);
}

export interface VerifyChallengeDeps {
  walletChallenges: WalletChallenges;
  clock: Clock;
  settings: Settings;
}

/**
 * The address whose key signed a challenge that this server issued for this purpose and user. The
 * key that verified determines the address, and the one named in the text must be the same. Throws
 * `invalid_input` for anything malformed or wrongly signed, `expired` for a nonce that is unknown,
 * expired or used. The first attempt uses the nonce up, valid or not.
 */
export async function verifyWalletChallenge(
  input: SignedChallenge & Pick<WalletChallenge, "purpose" | "uid">,
  deps: VerifyChallengeDeps,
): Promise<string> {
  const nonce = parseSignInMessage(input.message)?.nonce;
  const wellFormed = isPublicKey(input.address) && input.signature.length === SIGNATURE_BYTES;
  if (!nonce || !wellFormed) throw notVerified();
  const challenge = await deps.walletChallenges.consume(nonce, deps.clock.now());
  if (!challenge) throw new Problem("expired", { messageKey: "wallet:expired" });
  if (challenge.purpose !== input.purpose || challenge.uid !== input.uid) throw notVerified();
  const expected = {
    ...signInMessage(challenge, deps.settings.appOrigin),
    address: input.address,
  };
  if (!isSignedBy(input, expected)) throw notVerified();
  return input.address;
}

function isSignedBy(
  { address, message, signature }: SignedChallenge,
  expected: Parameters<typeof deriveSignInMessage>[0],
): boolean {
  const publicKey = bs58.decode(address);
  const account = { address, publicKey, chains: [], features: [] };
  const derived = deriveSignInMessage(expected, { account, signedMessage: message, signature });
  return (
    derived !== null &&
    sameBytes(derived, message) &&
    verifySignature({ message, signature, publicKey })
  );
}

function notVerified(): Problem {
  return new Problem("invalid_input", { messageKey: "wallet:notVerified" });
}
