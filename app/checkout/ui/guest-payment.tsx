import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { Cluster } from "../../lib/cluster";
import { formatSol } from "../../lib/lamports";
import { paths } from "../../lib/paths";
import { Alert } from "../../ui/alert";
import { Button } from "../../ui/button";
import { Spinner } from "../../ui/spinner";
import { useTranslation } from "../../ui/translation";
import { useInterval } from "../../ui/use-interval";
import { announceAnswer, useLatestAnswer } from "../../ui/use-latest-answer";
import type { FoundWallet } from "../../wallet/find-wallets";
import type { WrittenRequest } from "../rules/order-request";
import { GuestsFile } from "./guests-file";
import { guestsApi } from "./order-api";
import {
  type OpenedByGuest,
  type PaymentFailure,
  type PaymentProblem,
  type PaymentResult,
  type PaymentStep,
  payAsGuest,
} from "./pay-order";
import type { SeenStore } from "./progress";
import { signInLink } from "./sign-in-link";

/** A press of a wallet's button. Each one is another object. */
export interface Press {
  /** Null for a press where no wallet was found. */
  wallet: FoundWallet | null;
  /** What the page asks for at this press. */
  asked: WrittenRequest;
}

export interface GuestPaymentProps {
  /** What this pays; another object pays again. */
  press: Press;
  productId: string;
  /** The price without the code of the page, in lamports; null where it has none. */
  fullLamports: bigint | null;
  cluster: Cluster;
  store: SeenStore;
  /** Pays by another press. */
  onPress(press: Press): void;
  /** Called when the wallet has paid or refused. */
  onDone(): void;
}

/** What the server says of the order of this browser. */
interface GuestsOrder {
  status: string;
  buyerWallet?: string;
  downloadUrl?: string;
  licenceKey?: string;
}

/**
 * Pays as a visitor, from the press of a wallet's button on. Once the payment is sent the page is loaded
 * again and shows the order; where the browser blocks cookies it can't, and this follows the order.
 */
export function GuestPayment({ press, productId, ...props }: GuestPaymentProps) {
  const { fullLamports, cluster, store, onPress, onDone } = props;
  const { t } = useTranslation("buy");
  const { revalidate } = useRevalidator();
  const [step, setStep] = useState<{ step: PaymentStep; message?: string } | null>(null);
  const [problem, setProblem] = useState<PaymentProblem | null>(null);
  const [sent, setSent] = useState<OpenedByGuest | null>(null);
  const waiting = useRef(new AbortController());
  const opened = useRef<OpenedByGuest | null>(null);
  const wallet = press.wallet?.name ?? "";

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each press.
  useEffect(() => {
    if (!press.wallet) return;
    waiting.current = new AbortController();
    const { signal } = waiting.current;
    setProblem(null);
    setSent(null);
    void payAsGuest(
      { productId, asked: press.asked },
      {
        wallet: press.wallet,
        cluster,
        signal,
        onStep: (next) => setStep({ step: next }),
        onWaiting: (message) => setStep({ step: "waiting", message }),
        onOpened: (order) => {
          opened.current = order;
        },
      },
    )
      .catch((): PaymentResult => ({ ok: false, failure: { reason: "unreachable" } }))
      .then((result) => {
        setStep(null);
        onDone();
        if (!result.ok) return refuse(result.failure);
        store.sentAt = performance.now();
        setSent(opened.current);
        announceAnswer();
        revalidate();
      });
  }, [press]);

  function refuse(failure: PaymentFailure) {
    const code = failure.reason === "refused" ? failure.code : null;
    if (failure.reason === "refused") setProblem(failure);
    else if (failure.reason === "unsupported") {
      setProblem({ code, message: t("guest.unsupported", { wallet }) });
    } else setProblem({ code, message: t(`pay.${failure.reason}`, { wallet }) });
    if (code !== null && CLOSING_CODES.has(code)) revalidate();
  }

  function stop() {
    waiting.current.abort();
    const order = opened.current;
    if (!order) return;
    const { leaveLine, headers } = guestsApi(order.secret);
    void fetch(leaveLine(order.transactionId), { method: "POST", headers }).catch(() => undefined);
  }

  const answer = useLatestAnswer(problem);
  return (
    <div className="mt-3 grid gap-3">
      <p role="status" className="text-center text-ink-2 text-sm empty:hidden">
        {step && (step.message ?? t(`pay.${step.step}`, { wallet }))}
      </p>
      {step?.step === "waiting" && (
        <Button variant="secondary" onClick={stop}>
          {t("pay.stop")}
        </Button>
      )}
      {!press.wallet && <WalletMissing />}
      {answer && <Refusal {...answer} signIn={signInLink(productId, press.asked)} />}
      {answer?.isUseHeld && fullLamports !== null && (
        <Button variant="secondary" onClick={() => onPress(withoutCode(press, fullLamports))}>
          {t("pay.fullPrice", { amount: formatSol(fullLamports) })}
        </Button>
      )}
      {sent && (
        <SentByGuest
          key={sent.transactionId}
          order={sent}
          productId={productId}
          onReleased={() => {
            setSent(null);
            setProblem({ code: null, message: t("pay.released") });
          }}
        />
      )}
    </div>
  );
}

/** The same at the price without the code. */
function withoutCode({ wallet, asked }: Press, fullLamports: bigint): Press {
  const full = { code: null, fullPrice: "1", acceptedLamports: fullLamports.toString() } as const;
  return { wallet, asked: { ...asked, ...full } };
}

/** Refusals after which the page shows something else. */
const CLOSING_CODES = new Set(["changed", "inactive", "sold_out", "expired", "code_refused"]);

function WalletMissing() {
  const { t } = useTranslation("buy");
  return (
    <Alert>
      <p className="font-semibold">{t("pay.absent")}</p>
      <p className="mt-1 text-sm">
        {t("guest.absentHint")}{" "}
        <a href={paths.walletGuide} className="link">
          {t("pay.guide")}
        </a>
      </p>
    </Alert>
  );
}

/** Why nothing was paid, and where to go on. */
function Refusal({
  code,
  message,
  signIn,
}: {
  code: string | null;
  message: string;
  /** Address. */
  signIn: string;
}) {
  const { t } = useTranslation("buy");
  return (
    <Alert>
      <p>{message}</p>
      {code === "low_balance" && (
        <p className="mt-1 text-sm">
          <a href={paths.onRamp} className="link">
            {t("pay.onRamp")}
          </a>
        </p>
      )}
      {code === "conflict" && (
        <p className="mt-1 text-sm">
          <a href={signIn} className="link">
            {t("guest.signIn")}
          </a>
        </p>
      )}
    </Alert>
  );
}

const FOLLOW_INTERVAL_MS = 1_000;

interface SentProps {
  order: OpenedByGuest;
  productId: string;
  /** Called when the payment can't land any more. */
  onReleased(): void;
}

/** Follows a payment that was sent, where the page does not show it by itself. */
function SentByGuest({ order: { transactionId, secret }, productId, onReleased }: SentProps) {
  const { t } = useTranslation("buy");
  const { revalidate, state } = useRevalidator();
  const [isReloaded, setReloaded] = useState(false);
  const [order, setOrder] = useState<GuestsOrder | null>(null);
  const isPaid = order?.status === "paid";
  const isOver = order !== null && order.status !== "awaiting";
  const wasAwaiting = useRef(false);

  async function look() {
    const api = guestsApi(secret);
    const answer = await fetch(api.order(transactionId), { headers: api.headers }).catch(
      () => null,
    );
    if (!answer?.ok) return;
    const found = (await answer.json()) as GuestsOrder;
    if (found.status === "awaiting") wasAwaiting.current = true;
    if (found.status === "pending") {
      if (wasAwaiting.current) onReleased();
      return;
    }
    setOrder(found);
  }
  useInterval(FOLLOW_INTERVAL_MS, !isOver, () => void look());
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is over.
  useEffect(() => {
    if (!isOver) return;
    setReloaded(true);
    revalidate();
  }, [isOver]);
  // Until then the page may show it by itself.
  const isShown = isReloaded && state === "idle";

  if (isShown && isPaid) {
    const key = order.licenceKey;
    return (
      <GuestsFile
        productId={productId}
        wallet={order.buyerWallet ?? null}
        download={order.downloadUrl ?? null}
        licence={key ? { state: "given", key, isStanding: true } : null}
      />
    );
  }
  if (isShown && isOver) return <Alert tone="warn">{t("order.reviewHint")}</Alert>;
  return (
    <p role="status" className="flex items-center justify-center gap-2 text-ink-2 text-sm">
      <Spinner /> {t("pay.sending")}
    </p>
  );
}
