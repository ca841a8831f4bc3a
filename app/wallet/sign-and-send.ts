import type {
  SolanaSignAndSendTransactionFeature,
  SolanaSignTransactionFeature,
} from "@solana/wallet-standard-features";
import type { IdentifierString, WalletAccount } from "@wallet-standard/base";
import bs58 from "bs58";
import type { Cluster } from "../lib/cluster";
import type { FoundWallet } from "./find-wallets";
import { callWallet, type WalletResult } from "./outcome";

/** The signature where the wallet sent the transaction, else the signed bytes for the server to send. */
export type SignedPayment =
  | { sent: true; signature: string }
  | { sent: false; transaction: Uint8Array };

const CHAINS: Record<Cluster, IdentifierString> = {
  localnet: "solana:localnet",
  devnet: "solana:devnet",
  "mainnet-beta": "solana:mainnet",
};

/**
 * Asks a wallet to sign `transaction` (wire bytes) and to send it. A wallet that can't send returns
 * the signed bytes. The signature is base58.
 */
export async function signAndSend(
  wallet: FoundWallet,
  account: WalletAccount,
  transaction: Uint8Array,
  cluster: Cluster,
): Promise<WalletResult<SignedPayment>> {
  const chain = CHAINS[cluster];
  const features = wallet.features as Partial<
    SolanaSignAndSendTransactionFeature & SolanaSignTransactionFeature
  >;
  const send = features["solana:signAndSendTransaction"];
  if (send) {
    return callWallet(async () => {
      const input = { account, transaction, chain };
      const [output] = await send.signAndSendTransaction(input);
      if (!output) throw new Error("the wallet returned no output");
      return { sent: true, signature: bs58.encode(output.signature) };
    });
  }
  const sign = features["solana:signTransaction"];
  if (!sign) return { ok: false, reason: "unsupported" };
  return callWallet(async () => {
    const [output] = await sign.signTransaction({ account, transaction, chain });
    if (!output) throw new Error("the wallet returned no output");
    return { sent: false, transaction: output.signedTransaction };
  });
}
