import type { WalletAccount } from "@wallet-standard/base";
import { apiPaths } from "../../lib/api-paths";
import { type ApiResult, apiPost } from "../../lib/api-post";
import { decodeBase64, encodeBase64 } from "../../lib/base64";
import type { Cluster } from "../../lib/cluster";
import { connect } from "../../wallet/connect";
import type { FoundWallet } from "../../wallet/find-wallets";
import { canSign, sign, signAndSend } from "../../wallet/sign-and-send";
import type { WrittenRequest } from "../rules/order-request";
import { USE_HELD } from "../rules/purchase-page";
import { guestsApi, type OrderApi } from "./order-api";

type Refused = Extract<ApiResult<unknown>, { ok: false }>;

export type PaymentStep = "connecting" | "building" | "signing" | "sending" | "waiting";

/** Why nothing was paid: by the wallet, or by the server with its message. */
export type PaymentFailure =
  | { reason: "rejected" | "unsupported" | "failed" | "unreachable" | "stopped" }
  | {
      reason: "refused";
      code: string;
      /** In the buyer's language. */
      message: string;
      isUseHeld: boolean;
    };

/** What failed, in the person's language; `code` is the server's where it refused. */
export interface PaymentProblem {
  code: string | null;
  message: string;
  /** Another buyer pays with the last use of the code: the full price can be paid at once. */
  isUseHeld?: boolean;
}

export type PaymentResult =
  /** Base58. */
  { ok: true; signature: string } | { ok: false; failure: PaymentFailure };

interface Input {
  wallet: FoundWallet;
  cluster: Cluster;
  onStep(step: PaymentStep): void;
  /** The server's message while no unit is free. */
  onWaiting(message: string): void;
  /** Aborts waiting for a unit. */
  signal: AbortSignal;
}

/** An order, and the calls of the person who opened it. */
interface PayableOrder {
  id: string;
  api: OrderApi;
}

/** Pays an open order from a browser wallet. */
export async function payOrder(order: PayableOrder, input: Input): Promise<PaymentResult> {
  input.onStep("connecting");
  const account = await accountOf(input.wallet);
  if (!account.ok) return failed(account.reason);
  return payFrom(account.value, order, input);
}

/** An order of a browser without an account. */
export interface OpenedByGuest {
  transactionId: string;
  /** Good for the calls of the order where cookies are blocked. */
  secret: string;
}

/** Opens an order for a browser without an account, for its wallet's address, and pays it. */
export async function payAsGuest(
  { productId, asked }: { productId: string; asked: WrittenRequest },
  input: Input & { onOpened(order: OpenedByGuest): void },
): Promise<PaymentResult> {
  const { wallet, onStep, onOpened } = input;
  onStep("connecting");
  const account = await accountOf(wallet);
  if (!account.ok) return failed(account.reason);
  onStep("building");
  const opened = await apiPost<OpenedByGuest>(apiPaths.guestOrders, {
    productId,
    wallet: account.value.address,
    ...asked,
  });
  if (!opened.ok) return refused(opened);
  onOpened(opened.value);
  const { transactionId: id, secret } = opened.value;
  return payFrom(account.value, { id, api: guestsApi(secret) }, input);
}

/**
 * Pays an order from an account of a wallet. The server builds the transaction and the wallet signs its
 * bytes. Where the server sends it, the signed bytes go back; else the wallet sends, and the signature
 * is reported to the server, as a suggestion of where to search.
 */
async function payFrom(
  account: WalletAccount,
  order: PayableOrder,
  input: Input,
): Promise<PaymentResult> {
  const { wallet, cluster, onStep } = input;
  const { id, api } = order;
  onStep("building");
  const built = await apiPost<{ transaction: string; send: "wallet" | "server" }>(
    api.transaction(id),
    { account: account.address, canSign: canSign(wallet) },
    { headers: api.headers },
  );
  if (!built.ok) return refused(built);

  onStep("signing");
  const transaction = decodeBase64(built.value.transaction);
  const ask = built.value.send === "server" ? sign : signAndSend;
  const signed = await ask(wallet, account, transaction, cluster);
  if (!signed.ok) return failed(signed.reason);

  onStep("sending");
  if (signed.value.sent) {
    const { signature } = signed.value;
    // A suggestion only: without it the payment is found by its reference.
    const options = { keepalive: true, headers: api.headers };
    void apiPost(api.signature(id), { signature }, options);
    return { ok: true, signature };
  }
  return sendSigned(encodeBase64(signed.value.transaction), order, input);
}

/** Longest time for which the same bytes are sent again: their blockhash expires then. */
const MAX_WAIT_MS = 90_000;
/** Pause before a request that did not reach the server is repeated. */
const RETRY_MS = 2_000;

/** Sends the signed bytes to the server, again while no unit is free or the server can't be reached. */
async function sendSigned(
  transaction: string,
  { id, api }: PayableOrder,
  { onStep, onWaiting, signal }: Input,
): Promise<PaymentResult> {
  const end = performance.now() + MAX_WAIT_MS;
  for (;;) {
    const sent = await apiPost<{ signature: string }>(
      api.send(id),
      { transaction },
      { keepalive: true, headers: api.headers },
    );
    if (sent.ok) return { ok: true, signature: sent.value.signature };
    // Nobody waits in line for the use of a code.
    const isHeld = sent.code === "held" && sent.reason !== USE_HELD;
    const mayRepeat = isHeld || sent.code === "unavailable" || sent.message === null;
    if (!mayRepeat || performance.now() > end) return refused(sent);
    if (sent.message !== null) {
      onStep("waiting");
      onWaiting(sent.message);
    }
    await pause((sent.retryAfterSeconds ?? 0) * 1_000 || RETRY_MS, signal);
    if (signal.aborted) return { ok: false, failure: { reason: "stopped" } };
  }
}

/** Resolves after the time, or when aborted. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
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

function refused(answer: Refused): PaymentResult {
  const { code, message, reason } = answer;
  if (message === null) return { ok: false, failure: { reason: "unreachable" } };
  return {
    ok: false,
    failure: { reason: "refused", code, message, isUseHeld: reason === USE_HELD },
  };
}
