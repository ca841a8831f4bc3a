import { Form } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { Cluster } from "../../lib/cluster";
import { formatSol } from "../../lib/lamports";
import { paths } from "../../lib/paths";
import { shortAddress } from "../../solana/short-address";
import { Alert } from "../../ui/alert";
import { Button } from "../../ui/button";
import { QrCode } from "../../ui/qr-code";
import { Spinner } from "../../ui/spinner";
import { useTranslation } from "../../ui/translation";
import { browseLinks } from "../../wallet/device";
import { useWallets } from "../../wallet/use-wallets";
import { priceWithoutCode, type ShownOrder } from "../rules/purchase-page";
import { loadPayment, type PaymentState } from "./use-payment";
import { WaiverForm } from "./waiver-form";
import { WalletChoice } from "./wallet-choice";

interface Props {
  order: ShownOrder;
  title: string;
  isWaiverRequired: boolean;
  payment: { url: string; qr: { modules: number; path: string } };
  cluster: Cluster;
  /** Of this page, where it is shown on a phone. */
  mobileAddress: string | null;
  paying: Pick<PaymentState, "busy" | "problem" | "pay">;
  /** A wallet has asked for the transaction. */
  asked: boolean;
}

/**
 * How an open order can be paid: by a wallet of this browser, or by one that scans the code. The code
 * comes first where this browser has no wallet and is not the phone itself.
 */
export function PayPanel({ order, title, payment, cluster, mobileAddress, ...props }: Props) {
  const { t } = useTranslation("buy");
  const { paying, asked, isWaiverRequired } = props;
  const wallets = useWallets(cluster);
  const links = mobileAddress ? browseLinks(mobileAddress) : [];
  const codeFirst = wallets?.length === 0 && links.length === 0;
  // Without it the click tries again, and says why it can't.
  const prepare = () => void loadPayment().catch(() => undefined);
  const code = <PaymentCode key="code" payment={payment} title={title} />;
  const choice = (
    // biome-ignore lint/a11y/noStaticElementInteractions: it looks at what its buttons are about to do.
    <div
      key="choice"
      className="grid gap-4"
      onPointerEnter={prepare}
      onPointerDown={prepare}
      onFocus={prepare}
    >
      <div className="grid min-h-12 gap-2">
        <noscript>{t("pay.noScript")}</noscript>
        <WalletChoice
          wallets={wallets}
          busy={paying.busy?.wallet ?? null}
          asked={asked}
          mobileLinks={links}
          onPay={paying.pay}
        />
        {paying.problem && <Refusal {...paying.problem} />}
        {paying.problem?.isUseHeld && <FullPrice terms={order.terms} />}
      </div>
      {order.boundWallet && (
        <BoundWallet
          wallet={order.boundWallet}
          urgent={paying.problem?.code === "other_wallet"}
          id={order.id}
        />
      )}
    </div>
  );
  return (
    <div className="grid gap-5">
      {codeFirst ? [code, choice] : [choice, code]}
      {!order.waiver && (
        <WaiverForm orderId={order.id} isNeeded={false} isRequired={isWaiverRequired} />
      )}
    </div>
  );
}

/** Why the last attempt failed, and where to get SOL if that is what lacks. */
function Refusal({ code, message }: NonNullable<PaymentState["problem"]>) {
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
    </Alert>
  );
}

/** Another buyer pays with the last use of the code: a new order at the full price replaces this one. */
function FullPrice({ terms }: Pick<ShownOrder, "terms">) {
  const { t } = useTranslation("buy");
  const full = priceWithoutCode(terms);
  if (full === null) return null;
  return (
    <Form method="post" preventScrollReset replace className="grid">
      <input type="hidden" name="intent" value="buy" />
      <input type="hidden" name="fullPrice" value="1" />
      <input type="hidden" name="acceptedLamports" value={full.toString()} />
      <Button type="submit" variant="secondary">
        {t("pay.fullPrice", { amount: formatSol(full) })}
      </Button>
    </Form>
  );
}

/** The QR code of the payment, and its link. */
function PaymentCode({ payment, title }: Pick<Props, "payment" | "title">) {
  const { t } = useTranslation("buy");
  return (
    <div className="flex flex-col items-center gap-3">
      <p className="text-ink-2 text-sm">{t("pay.qr")}</p>
      <div className="rounded-md bg-white">
        <QrCode qr={payment.qr} label={t("pay.qrLabel", { title })} />
      </div>
      <p className="max-w-sm text-center text-ink-3 text-sm">{t("pay.qrWallets")}</p>
      <a href={payment.url} className="link text-ink-3 text-sm">
        {t("pay.qrLink")}
      </a>
    </div>
  );
}

/** The order is bound to one wallet; the buyer may unbind it. */
function BoundWallet({ wallet, urgent, id }: { wallet: string; urgent: boolean; id: string }) {
  const { t } = useTranslation("buy");
  return (
    <Form method="post" preventScrollReset replace className="grid gap-2 text-center text-sm">
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
