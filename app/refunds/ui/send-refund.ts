import { apiPaths } from "../../lib/api-paths";
import { apiPost } from "../../lib/api-post";
import { decodeBase64, encodeBase64 } from "../../lib/base64";
import type { Cluster } from "../../lib/cluster";
import { connect } from "../../wallet/connect";
import type { FoundWallet } from "../../wallet/find-wallets";
import { signAndSend } from "../../wallet/sign-and-send";

export type RefundResult =
  | { ok: true }
  | { ok: false; reason: "rejected" | "unsupported" | "failed" | "wrong" }
  /** Rejected by the server; `message` is translated, or null where the server is unreachable. */
  | { ok: false; reason: "refused"; message: string | null };

interface Input {
  wallet: FoundWallet;
  orderId: string;
  payer: string;
  scope: "all" | "extra";
  /** The wallet that was paid and must sign the refund. */
  recipient: string;
  cluster: Cluster;
}

/** Has the seller's wallet sign and send a refund. The server finds it on the chain by polling. */
export async function sendRefund(input: Input): Promise<RefundResult> {
  const { wallet, orderId, payer, scope, recipient, cluster } = input;
  const connected = await connect(wallet);
  if (!connected.ok) return connected;
  const account = [connected.value, ...wallet.accounts].find((one) => one.address === recipient);
  if (!account) return { ok: false, reason: "wrong" };
  const body = { payer, scope };
  const built = await apiPost<{ transaction: string }>(apiPaths.refund(orderId), body);
  if (!built.ok) return { ok: false, reason: "refused", message: built.message };
  const transaction = decodeBase64(built.value.transaction);
  const signed = await signAndSend(wallet, account, transaction, cluster);
  if (!signed.ok) return signed;
  if (signed.value.sent) return { ok: true };
  const bytes = encodeBase64(signed.value.transaction);
  const sent = await apiPost(apiPaths.sendRefund(orderId), { transaction: bytes });
  return sent.ok ? { ok: true } : { ok: false, reason: "refused", message: sent.message };
}
