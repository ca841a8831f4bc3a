import { useRef, useState } from "react";
import { apiPost } from "../../lib/api-post";
import type { Cluster } from "../../lib/cluster";
import { useTranslation } from "../../ui/translation";
import { announceAnswer, useLatestAnswer } from "../../ui/use-latest-answer";
import type { FoundWallet } from "../../wallet/find-wallets";
import type { OrderApi } from "./order-api";
import type { PaymentFailure, PaymentProblem, PaymentResult, PaymentStep } from "./pay-order";

export interface PaymentState {
  /** The wallet in use, and the step that it has reached; null when none is. */
  busy: {
    wallet: string;
    step: PaymentStep;
    /** Why the signed payment waits, in the person's language. */
    message?: string;
  } | null;
  /** The transaction that the wallet sent from this page, and when (`performance.now()`). */
  sent: { orderId: string; signature: string; at: number } | null;
  problem: PaymentProblem | null;
  pay(wallet: FoundWallet): Promise<void>;
  /** Gives up a signed payment that waits for a unit. */
  stop(): void;
  /** Stops waiting for what was sent, so that the person can pay again; with a reason to show. */
  again(reason?: string): void;
}

/** Signing code: loaded when a wallet is about to be used. */
export const loadPayment = () => import("./pay-order");

/** Pays one order from the wallets of this browser, by the calls of the person who opened it. */
export function usePayment(orderId: string, api: OrderApi, cluster: Cluster): PaymentState {
  const { t } = useTranslation("buy");
  const [busy, setBusy] = useState<PaymentState["busy"]>(null);
  const [sent, setSent] = useState<PaymentState["sent"]>(null);
  const [problem, setProblem] = useState<PaymentState["problem"]>(null);
  const paying = useRef(false);
  const waiting = useRef(new AbortController());

  async function pay(wallet: FoundWallet) {
    // Two requests at once could both be signed.
    if (paying.current) return;
    paying.current = true;
    setProblem(null);
    setBusy({ wallet: wallet.name, step: "connecting" });
    waiting.current = new AbortController();
    const { signal } = waiting.current;
    const onStep = (step: PaymentStep) => setBusy({ wallet: wallet.name, step });
    const onWaiting = (message: string) =>
      setBusy({ wallet: wallet.name, step: "waiting", message });
    const result = await loadPayment()
      .then(({ payOrder }) =>
        payOrder({ id: orderId, api }, { wallet, cluster, onStep, onWaiting, signal }),
      )
      .catch((): PaymentResult => ({ ok: false, failure: { reason: "unreachable" } }));
    paying.current = false;
    setBusy(null);
    if (result.ok) {
      setSent({ orderId, signature: result.signature, at: performance.now() });
      announceAnswer();
    } else setProblem(describeFailure(result.failure, wallet.name));
  }

  function describeFailure(failure: PaymentFailure, wallet: string): PaymentState["problem"] {
    if (failure.reason !== "refused") {
      return { code: null, message: t(`pay.${failure.reason}`, { wallet }) };
    }
    return failure;
  }

  function stop() {
    waiting.current.abort();
    void apiPost(api.leaveLine(orderId));
  }

  function again(reason?: string) {
    setSent(null);
    setProblem(reason === undefined ? null : { code: null, message: reason });
  }

  const sentForOrder = sent?.orderId === orderId ? sent : null;
  return { busy, sent: sentForOrder, problem: useLatestAnswer(problem), pay, again, stop };
}
