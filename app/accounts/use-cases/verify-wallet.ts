import { deriveSignInMessage, parseSignInMessage } from "@solana/wallet-standard-util";
import bs58 from "bs58";
import type { Clock, Settings } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import { sameBytes } from "../../lib/same-bytes";
import { isPublicKey } from "../../solana/public-key";
import { signInMessage } from "../../solana/sign-in-message";
import { verifySignature } from "../../solana/verify-signature";
import type { WalletChallenge, WalletChallenges } from "../ports";

export interface WalletProof {
  /** Base58 public key that the wallet says it signed with. */
  address: string;
  /** The bytes that were signed. */
  message: Uint8Array;
  /** Ed25519, 64 bytes. */
  signature: Uint8Array;
}

/**
 * The address whose key signed a message that this server issued for this purpose and person.
 * The address is taken from the key that verified: the one named in the text must be the same.
 * Throws `invalid_input` for anything malformed or wrongly signed, `expired` for a nonce that is
 * unknown, too old or used. A nonce is used up by the first try, right or wrong.
 */
export async function verifyWallet(
  input: WalletProof & Pick<WalletChallenge, "purpose" | "uid">,
  deps: { walletChallenges: WalletChallenges; clock: Clock; settings: Settings },
): Promise<string> {
  const nonce = parseSignInMessage(input.message)?.nonce;
  if (!nonce || !isPublicKey(input.address) || input.signature.length !== 64) throw wrong();
  const challenge = await deps.walletChallenges.consume(nonce, deps.clock.now());
  if (!challenge) throw new Problem("expired", { words: "wallet:expired" });
  if (challenge.purpose !== input.purpose || challenge.uid !== input.uid) throw wrong();
  const expected = {
    ...signInMessage(challenge, deps.settings.appOrigin),
    address: input.address,
  };
  if (!signedBy(input, expected)) throw wrong();
  return input.address;
}

function signedBy(
  { address, message, signature }: WalletProof,
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

function wrong(): Problem {
  return new Problem("invalid_input", { words: "wallet:notVerified" });
}
