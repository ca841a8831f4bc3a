import { apiPost } from "../../lib/api-post";
import { decodeBase64, encodeBase64 } from "../../lib/base64";
import type { Cluster } from "../../lib/cluster";
import { connect } from "../../wallet/connect";
import type { FoundWallet } from "../../wallet/find-wallets";
import { signAndSend } from "../../wallet/sign-and-send";

export type SignedResult =
  /** `none`: there was nothing to sign, and the server has done what was asked for. */
  | { ok: true; sent: "transaction" | "none" }
  | { ok: false; reason: "rejected" | "unsupported" | "failed" | "wrong" }
  /** Rejected by the server; `message` is translated, or null where the server is unreachable. */
  | { ok: false; reason: "refused"; message: string | null };

/** The calls that build a seller's transaction, and send what a wallet can only sign. */
export interface SellersTransaction {
  build: string;
  body: unknown;
  send: string;
  /** The wallet that was paid and must sign. */
  recipient: string;
}

/** Has the seller's wallet sign and send a transaction. The server finds it on the chain by polling. */
export async function signAsSeller(
  { build, body, send, recipient }: SellersTransaction,
  { wallet, cluster }: { wallet: FoundWallet; cluster: Cluster },
): Promise<SignedResult> {
  const connected = await connect(wallet);
  if (!connected.ok) return connected;
  const account = [connected.value, ...wallet.accounts].find((one) => one.address === recipient);
  if (!account) return { ok: false, reason: "wrong" };
  const built = await apiPost<{ transaction: string | null }>(build, body);
  if (!built.ok) return { ok: false, reason: "refused", message: built.message };
  if (built.value.transaction === null) return { ok: true, sent: "none" };
  const transaction = decodeBase64(built.value.transaction);
  const signed = await signAndSend(wallet, account, transaction, cluster);
  if (!signed.ok) return signed;
  if (signed.value.sent) return { ok: true, sent: "transaction" };
  const bytes = encodeBase64(signed.value.transaction);
  const sent = await apiPost(send, { transaction: bytes });
  return sent.ok
    ? { ok: true, sent: "transaction" }
    : { ok: false, reason: "refused", message: sent.message };
}
