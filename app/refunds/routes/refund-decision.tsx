import { useRevalidator } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Cluster } from "../../lib/cluster";
import { shortAddress } from "../../solana/address";
import { Alert } from "../../ui/alert";
import { PHANTOM_HOST } from "../../wallet/device";
import { type FoundWallet, isDemo } from "../../wallet/find-wallets";
import { WalletButtons } from "../../wallet/ui/wallet-buttons";
import { useWallets } from "../../wallet/use-wallets";
import type { ShownIncomingPayment } from "../http/incoming-payments-page";
import { Decision } from "../ui/decision";
import { type RefundResult, sendRefund } from "../ui/send-refund";

interface Props {
  incoming: Pick<ShownIncomingPayment, "orderId" | "payer" | "refund">;
  cluster: Cluster;
}

/** What a refund costs and does, then the seller's wallet to sign it. */
export function RefundDecision({ incoming, cluster }: Props) {
  const { t } = useTranslation(["review", "wallet"]);
  const { revalidate } = useRevalidator();
  const wallets = useWallets(cluster);
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [sent, setSent] = useState(false);
  const { orderId, payer, refund } = incoming;
  if (!refund) return null;
  const { recipient, scope, fee, ends } = refund;

  async function give(wallet: FoundWallet) {
    setBusy(wallet.name);
    setProblem(null);
    const result = await sendRefund({ wallet, orderId, payer, scope, recipient, cluster });
    setBusy(null);
    setSent(result.ok);
    if (!result.ok) setProblem(wordsOf(result, wallet.name));
    revalidate();
  }
  function wordsOf(result: Exclude<RefundResult, { ok: true }>, wallet: string): string {
    if (result.reason === "wrong") return t("refund.wrong", { wallet: shortAddress(recipient) });
    if (result.reason === "unsupported") return t("refund.signless", { wallet });
    if (result.reason !== "refused") return t(`refund.${result.reason}`, { wallet });
    return result.message ?? t("refund.unreachable");
  }
  return (
    <Decision name={t("refund.open")}>
      <p>{t("refund.text", { amount: refund.amount, wallet: shortAddress(payer) })}</p>
      <p className="font-semibold">{fee ? t("refund.commission", { fee }) : t("refund.network")}</p>
      {(ends || scope === "extra") && <p>{t(ends ? "refund.ends" : "refund.stays")}</p>}
      <p className="text-ink-2 text-sm">{t("refund.from", { wallet: shortAddress(recipient) })}</p>
      <Alert>{problem}</Alert>
      {sent ? (
        <Alert tone="good">{t("refund.sent")}</Alert>
      ) : (
        <WalletButtons
          wallets={wallets}
          busy={busy}
          words="signWith"
          isDemo={isDemo}
          onChoose={give}
          onAbsent={() => setProblem(t("wallet:absent", { host: PHANTOM_HOST }))}
        />
      )}
    </Decision>
  );
}
