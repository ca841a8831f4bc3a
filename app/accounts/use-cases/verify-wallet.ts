import { parseSignInMessage, verifySignIn } from "@solana/wallet-standard-util";
import bs58 from "bs58";
import type { Clock, Settings } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import { isAddress } from "../../solana/address";
import { signInMessage } from "../../solana/sign-in-message";
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
  if (!nonce || !isAddress(input.address) || input.signature.length !== 64) throw wrong();
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

function signedBy(proof: WalletProof, expected: Parameters<typeof verifySignIn>[0]): boolean {
  const publicKey = bs58.decode(proof.address);
  const account = { address: proof.address, publicKey, chains: [], features: [] };
  const { message: signedMessage, signature } = proof;
  try {
    return verifySignIn(expected, { account, signedMessage, signature });
  } catch {
    // Not a point of the curve, or not a signature.
    return false;
  }
}

function wrong(): Problem {
  return new Problem("invalid_input", { words: "wallet:notVerified" });
}
