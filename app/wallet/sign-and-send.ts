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

type TransactionFeatures = Partial<
  SolanaSignAndSendTransactionFeature & SolanaSignTransactionFeature
>;

/** True where the wallet can sign without sending. */
export function canSign(wallet: FoundWallet): boolean {
  return "solana:signTransaction" in wallet.features;
}

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
  const send = (wallet.features as TransactionFeatures)["solana:signAndSendTransaction"];
  if (!send) return sign(wallet, account, transaction, cluster);
  return callWallet(async () => {
    const input = { account, transaction, chain: CHAINS[cluster] };
    const [output] = await send.signAndSendTransaction(input);
    if (!output) throw new Error("the wallet returned no output");
    return { sent: true, signature: bs58.encode(output.signature) };
  });
}

/** Asks a wallet to sign `transaction` (wire bytes) without sending it. */
export async function sign(
  wallet: FoundWallet,
  account: WalletAccount,
  transaction: Uint8Array,
  cluster: Cluster,
): Promise<WalletResult<SignedPayment>> {
  const feature = (wallet.features as TransactionFeatures)["solana:signTransaction"];
  if (!feature) return { ok: false, reason: "unsupported" };
  return callWallet(async () => {
    const input = { account, transaction, chain: CHAINS[cluster] };
    const [output] = await feature.signTransaction(input);
    if (!output) throw new Error("the wallet returned no output");
    return { sent: false, transaction: output.signedTransaction };
  });
}
