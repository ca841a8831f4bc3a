import type { WalletAccount } from "@wallet-standard/base";
import { fromBase64, toBase64 } from "../../wallet/base64";
import { connect } from "../../wallet/connect";
import type { Cluster, FoundWallet } from "../../wallet/find-wallets";
import { signAndSend } from "../../wallet/sign-and-send";

export type PaymentStep = "connecting" | "building" | "signing" | "sending";

/** Why nothing was paid: the wallet's side, or the server's with its words. */
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
 * signs and sends. The signature is told to the server, as a hint where to look.
 */
export async function payOrder(input: Input): Promise<PaymentResult> {
  const { wallet, orderId, cluster, language, onStep } = input;
  onStep("connecting");
  const account = await accountOf(wallet);
  if (!account.ok) return failed(account.reason);

  onStep("building");
  const path = `/api/pay/${orderId}?lang=${language}`;
  const built = await post<{ transaction: string }>(path, { account: account.value.address });
  if (!built.ok) return built;

  onStep("signing");
  const transaction = fromBase64(built.value.transaction);
  const signed = await signAndSend(wallet, account.value, transaction, cluster);
  if (!signed.ok) return failed(signed.reason);

  onStep("sending");
  const order = `/api/transactions/${orderId}`;
  if (signed.value.sent) {
    const { signature } = signed.value;
    // A hint alone: without it the payment is found by its reference.
    void post(`${order}/signature`, { signature });
    return { ok: true, signature };
  }
  const bytes = toBase64(signed.value.transaction);
  const sent = await post<{ signature: string }>(`${order}/send`, { transaction: bytes });
  return sent.ok ? { ok: true, signature: sent.value.signature } : sent;
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

type ApiResult<T> = { ok: true; value: T } | { ok: false; failure: PaymentFailure };

async function post<T>(path: string, body: unknown): Promise<ApiResult<T>> {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      // It reaches the server even if the page is left at this moment.
      keepalive: true,
    });
    if (response.status === 202) return { ok: true, value: undefined as T };
    const answer = await response.json();
    if (response.ok) return { ok: true, value: answer as T };
    const { code, message } = (answer as { error: { code: string; message: string } }).error;
    return { ok: false, failure: { reason: "refused", code, message } };
  } catch {
    return { ok: false, failure: { reason: "unreachable" } };
  }
}
