import { Form } from "@remix-run/react";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { shortAddress } from "../../solana/address";
import { Alert } from "../../ui/alert";
import { Button } from "../../ui/button";
import { QrCode } from "../../ui/qr-code";
import { Spinner } from "../../ui/spinner";
import type { ShownOrder } from "../rules/purchase-page";

interface Props {
  order: ShownOrder;
  title: string;
  payment: { url: string; qr: { modules: number; path: string } };
  /** Why the last attempt failed: the server's code where it refused, and the text to show. */
  problem: { code: string | null; message: string } | null;
  /** The wallets' buttons. */
  wallets: ReactNode;
}

/** How an open order can be paid: by a wallet of this browser, or by one that scans the code. */
export function PayPanel({ order, title, payment, problem, wallets }: Props) {
  const { t } = useTranslation("buy");
  const otherWallet = problem?.code === "other_wallet";
  return (
    <>
      <div className="grid min-h-12 gap-2">
        <noscript>{t("pay.noScript")}</noscript>
        {wallets}
        {problem && <Alert>{problem.message}</Alert>}
      </div>
      {order.boundWallet && (
        <BoundWallet wallet={order.boundWallet} urgent={otherWallet} id={order.id} />
      )}
      <div className="mt-5 flex flex-col items-center gap-3">
        <p className="text-ink-2 text-sm">{t("pay.qr")}</p>
        <div className="rounded-md bg-white">
          <QrCode qr={payment.qr} label={t("pay.qrLabel", { title })} />
        </div>
        <a href={payment.url} className="link text-ink-3 text-sm">
          {t("pay.qrLink")}
        </a>
      </div>
    </>
  );
}

/** The order is bound to one wallet; the buyer may unbind it. */
function BoundWallet({ wallet, urgent, id }: { wallet: string; urgent: boolean; id: string }) {
  const { t } = useTranslation("buy");
  return (
    <Form method="post" preventScrollReset replace className="mt-4 grid gap-2 text-center text-sm">
      <p>{t("pay.bound", { wallet: shortAddress(wallet) })}</p>
      <input type="hidden" name="intent" value="free" />
      <input type="hidden" name="transactionId" value={id} />
      <Button type="submit" variant={urgent ? "primary" : "quiet"}>
        {t("pay.free")}
      </Button>
    </Form>
  );
}

/** Unconfirmed for this long, the transaction may never have reached the network. */
const RETRY_OFFER_MS = 45_000;

/**
 * The transaction was sent: a spinner, and after a while a button to pay again. `onAgain` is null where
 * the server sends it until it lands or can't.
 */
export function SentPanel({ onAgain }: { onAgain: (() => void) | null }) {
  const { t } = useTranslation("buy");
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), RETRY_OFFER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!late || !onAgain) {
    return (
      <p className="flex min-h-24 items-center justify-center text-4xl text-accent">
        <Spinner />
      </p>
    );
  }
  return (
    <div className="grid gap-2 text-center">
      <Button variant="secondary" onClick={onAgain}>
        {t("pay.again")}
      </Button>
      <p className="text-ink-3 text-sm">{t("pay.againHint")}</p>
    </div>
  );
}

/** The signed payment waits for a unit: a spinner, and a button to give up. */
export function LinePanel({ onStop }: { onStop: () => void }) {
  const { t } = useTranslation("buy");
  return (
    <div className="grid gap-4 text-center">
      <p className="flex min-h-24 items-center justify-center text-4xl text-accent">
        <Spinner />
      </p>
      <Button variant="secondary" onClick={onStop}>
        {t("pay.stop")}
      </Button>
    </div>
  );
}
