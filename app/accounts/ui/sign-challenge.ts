import type {
  SolanaSignInFeature,
  SolanaSignMessageFeature,
} from "@solana/wallet-standard-features";
import { type SignInMessage, signInText } from "../../solana/sign-in-message";
import { connect } from "../../wallet/connect";
import type { FoundWallet } from "../../wallet/find-wallets";
import { rememberWallet } from "../../wallet/last-wallet";
import { attempt, type WalletResult } from "../../wallet/outcome";

export interface SignedChallenge {
  /** Base58. */
  address: string;
  message: Uint8Array;
  signature: Uint8Array;
}

type Features = Partial<SolanaSignInFeature & SolanaSignMessageFeature>;

/** Has a wallet sign the server's message: by its sign-in feature, else as a plain message. */
export async function signChallenge(
  wallet: FoundWallet,
  challenge: SignInMessage,
): Promise<WalletResult<SignedChallenge>> {
  const features = wallet.features as Features;
  const signIn = features["solana:signIn"];
  if (signIn) {
    const outcome = await attempt(async () => {
      const [output] = await signIn.signIn(challenge);
      if (!output) throw new Error("no answer");
      const { account, signedMessage, signature } = output;
      return { address: account.address, message: signedMessage, signature };
    });
    if (outcome.ok) rememberWallet(wallet.name);
    return outcome;
  }
  const signMessage = features["solana:signMessage"];
  if (!signMessage) return { ok: false, reason: "unsupported" };
  const connected = await connect(wallet);
  if (!connected.ok) return connected;
  const account = connected.value;
  return attempt(async () => {
    const message = new TextEncoder().encode(signInText(challenge, account.address));
    const [output] = await signMessage.signMessage({ account, message });
    if (!output) throw new Error("no answer");
    const { signedMessage, signature } = output;
    return { address: account.address, message: signedMessage, signature };
  });
}
