import { Form, useRevalidator } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import { apiPaths } from "../../lib/api-paths";
import type { Cluster } from "../../lib/cluster";
import { shortAddress } from "../../solana/short-address";
import { Alert } from "../../ui/alert";
import { Button } from "../../ui/button";
import { useTranslation } from "../../ui/translation";
import { announceAnswer, useLatestAnswer } from "../../ui/use-latest-answer";
import type { FoundWallet } from "../../wallet/find-wallets";
import { WalletButtons } from "../../wallet/ui/wallet-buttons";
import { useWallets } from "../../wallet/use-wallets";
import { type SellersTransaction, type SignedResult, signAsSeller } from "./sign-as-seller";

/** A disclosure with the explanation of a decision and its button; works without script. */
export function Decision(props: { name: string; isOpen?: boolean; children: ReactNode }) {
  const { name, isOpen, children } = props;
  return (
    <details className="group" open={isOpen}>
      <summary className="flex min-h-9 w-fit cursor-pointer list-none items-center rounded-full border border-line-2 bg-card px-4 font-semibold text-sm hover:border-ink group-open:border-ink [&::-webkit-details-marker]:hidden">
        {name}
      </summary>
      <div className="mt-3 grid justify-items-start gap-3 rounded-md bg-sunk p-4">{children}</div>
    </details>
  );
}

interface FormDecisionProps {
  intent: "accept" | "dismiss";
  orderId: string;
  /** The wallet whose payment below the price is meant. */
  payer?: string;
  /** The consequence, explained. */
  text: string;
}

/** Accepts a payment, or closes the review of one that was rolled back or can't be returned. */
export function FormDecision({ intent, orderId, payer, text }: FormDecisionProps) {
  const { t } = useTranslation("review");
  return (
    <Decision name={t(`${intent}.open`)}>
      <p>{text}</p>
      <Form method="post" replace>
        <input type="hidden" name="intent" value={intent} />
        <input type="hidden" name="orderId" value={orderId} />
        {payer && <input type="hidden" name="payer" value={payer} />}
        <Button type="submit">
          {payer && intent === "dismiss" ? t("dismiss.yesShort") : t(`${intent}.yes`)}
        </Button>
      </Form>
    </Decision>
  );
}

interface RefundDecisionProps {
  incoming: {
    orderId: string;
    /** Base58. */
    payer: string;
    /** Null where there is nothing to refund. */
    refund: {
      scope: "all" | "extra";
      /** SOL as decimal text. */
      amount: string;
      /** Commission that the seller bears, SOL as decimal text; null without one. */
      fee: string | null;
      /** What others and the seller got of a shared sale, SOL as decimal text; null for another one. */
      shares: { others: string; received: string } | null;
      /** True where the refund ends a sale. */
      endsSale: boolean;
      /** The seller's wallet, base58. */
      recipient: string;
    } | null;
  };
  cluster: Cluster;
}

/** Explains a refund and has the seller's wallet sign it. */
export function RefundDecision({ incoming, cluster }: RefundDecisionProps) {
  const { t } = useTranslation("review");
  const { orderId, payer, refund } = incoming;
  if (!refund) return null;
  const { recipient, scope, fee, shares, endsSale } = refund;
  const transaction = {
    build: apiPaths.refund(orderId),
    body: { payer, scope },
    send: apiPaths.sendRefund(orderId),
    recipient,
  };
  return (
    <Decision name={t("refund.open")}>
      <p>{t("refund.text", { amount: refund.amount, wallet: shortAddress(payer) })}</p>
      <p className="font-semibold">{fee ? t("refund.commission", { fee }) : t("refund.network")}</p>
      {shares && (
        <p className="font-semibold">{t("refund.shared", { amount: refund.amount, ...shares })}</p>
      )}
      {(endsSale || scope === "extra") && <p>{t(endsSale ? "refund.ends" : "refund.stays")}</p>}
      <SellersSignature
        transaction={transaction}
        done={{ transaction: t("refund.sent"), none: t("refund.sent") }}
        cluster={cluster}
      />
    </Decision>
  );
}

interface SharingDecisionProps {
  incoming: {
    orderId: string;
    title: string;
    /** Null where nothing is owed to others. */
    sharing: {
      /** SOL as decimal text. */
      amount: string;
      /** The seller's wallet, base58. */
      recipient: string;
    } | null;
  };
  /** True for a payment that is accepted by it, false for what is owed of a sale. */
  accepts: boolean;
  cluster: Cluster;
}

/** Has the seller's wallet pay those who share in a sale. */
export function SharingDecision({ incoming, accepts, cluster }: SharingDecisionProps) {
  const { t } = useTranslation("review");
  const { orderId, title, sharing } = incoming;
  if (!sharing) return null;
  const { amount, recipient } = sharing;
  const transaction = {
    build: apiPaths.share(orderId),
    body: {},
    send: apiPaths.sendShare(orderId),
    recipient,
  };
  return (
    <Decision name={t(accepts ? "sharing.open" : "sharing.openOwed")}>
      <p>{t(accepts ? "sharing.text" : "sharing.textOwed", { amount, title })}</p>
      <p>{t("sharing.leftOut")}</p>
      <p className="font-semibold">{t("refund.network")}</p>
      <SellersSignature
        transaction={transaction}
        done={{ transaction: t("sharing.sent"), none: t("sharing.accepted") }}
        cluster={cluster}
      />
    </Decision>
  );
}

interface SellersSignatureProps {
  transaction: SellersTransaction;
  /** What is said once it was sent, or where there was nothing to sign. */
  done: Record<"transaction" | "none", string>;
  cluster: Cluster;
}

/** The wallets that may sign a transaction of the seller, and what became of it. */
function SellersSignature({ transaction, done, cluster }: SellersSignatureProps) {
  const { t } = useTranslation(["review", "wallet"]);
  const { revalidate } = useRevalidator();
  const wallets = useWallets(cluster);
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const shownProblem = useLatestAnswer(problem);
  const [sent, setSent] = useState<"transaction" | "none" | null>(null);
  const { recipient } = transaction;

  async function send(wallet: FoundWallet) {
    setBusy(wallet.name);
    setProblem(null);
    const result = await signAsSeller(transaction, { wallet, cluster });
    setBusy(null);
    if (result.ok) {
      setSent(result.sent);
      announceAnswer();
    } else setProblem(messageOf(result, wallet.name));
    revalidate();
  }
  function messageOf(result: Exclude<SignedResult, { ok: true }>, wallet: string): string {
    if (result.reason === "wrong") return t("refund.wrong", { wallet: shortAddress(recipient) });
    if (result.reason === "unsupported") return t("refund.signless", { wallet });
    if (result.reason !== "refused") return t(`refund.${result.reason}`, { wallet });
    return result.message ?? t("refund.unreachable");
  }
  return (
    <>
      <p className="text-ink-2 text-sm">{t("refund.from", { wallet: shortAddress(recipient) })}</p>
      <Alert>{shownProblem}</Alert>
      {sent ? (
        <Alert tone="good">{done[sent]}</Alert>
      ) : (
        <WalletButtons
          wallets={wallets}
          busy={busy}
          labelKey="signWith"
          onChoose={send}
          onNoWallet={() => setProblem(t("refund.absent", { wallet: shortAddress(recipient) }))}
        />
      )}
    </>
  );
}
