import type { WalletAccount } from "@wallet-standard/base";
import { apiPost } from "../../lib/api-post";
import { decodeBase64, encodeBase64 } from "../../lib/base64";
import type { Cluster } from "../../lib/cluster";
import { paths, query } from "../../lib/paths";
import { connect } from "../../wallet/connect";
import type { FoundWallet } from "../../wallet/find-wallets";
import { signAndSend } from "../../wallet/sign-and-send";

export type PaymentStep = "connecting" | "building" | "signing" | "sending";

/** Why nothing was paid: by the wallet, or by the server with its message. */
export type PaymentFailure =
  | { reason: "rejected" | "unsupported" | "failed" | "unreachable" }
  | {
      reason: "refused";
      code: string;
      /** In the buyer's language. */
      message: string;
    };

export type PaymentResult =
  /** Base58. */
  { ok: true; signature: string } | { ok: false; failure: PaymentFailure };

interface Input {
  wallet: FoundWallet;
  orderId: string;
  cluster: Cluster;
  language: string;
  onStep(step: PaymentStep): void;
}

/**
 * Pays an order from a browser wallet: the server builds the transaction, the wallet gets its bytes,
 * signs and sends. The signature is reported to the server, as a suggestion of where to search.
 */
export async function payOrder(input: Input): Promise<PaymentResult> {
  const { wallet, orderId, cluster, language, onStep } = input;
  onStep("connecting");
  const account = await accountOf(wallet);
  if (!account.ok) return failed(account.reason);

  onStep("building");
  const path = paths.api.pay(orderId) + query({ lang: language });
  const built = await apiPost<{ transaction: string }>(path, { account: account.value.address });
  if (!built.ok) return refused(built);

  onStep("signing");
  const transaction = decodeBase64(built.value.transaction);
  const signed = await signAndSend(wallet, account.value, transaction, cluster);
  if (!signed.ok) return failed(signed.reason);

  onStep("sending");
  if (signed.value.sent) {
    const { signature } = signed.value;
    // A suggestion only: without it the payment is found by its reference.
    void apiPost(paths.api.signature(orderId), { signature }, { keepalive: true });
    return { ok: true, signature };
  }
  const bytes = encodeBase64(signed.value.transaction);
  const sent = await apiPost<{ signature: string }>(
    paths.api.send(orderId),
    { transaction: bytes },
    { keepalive: true },
  );
  return sent.ok ? { ok: true, signature: sent.value.signature } : refused(sent);
}

/** The account that the wallet shows now: the person may have switched since the last time. */
async function accountOf(wallet: FoundWallet) {
  const shown = wallet.accounts.find(({ chains }: WalletAccount) =>
    chains.some((chain) => chain.startsWith("solana:")),
  );
  return shown ? { ok: true as const, value: shown } : connect(wallet);
}

function failed(reason: "rejected" | "unsupported" | "failed"): PaymentResult {
  return { ok: false, failure: { reason } };
}

function refused(answer: { code: string; message: string | null }): PaymentResult {
  const { code, message } = answer;
  if (message === null) return { ok: false, failure: { reason: "unreachable" } };
  return { ok: false, failure: { reason: "refused", code, message } };
}
