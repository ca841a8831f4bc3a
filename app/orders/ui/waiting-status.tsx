import { useTranslation } from "react-i18next";

export interface Waiting {
  /** False while the server can't be reached. */
  reachable: boolean;
  /** The nodes give no answer at the moment. */
  networkSlow: boolean;
  /** The wallet that is being asked, and how far it is. */
  busy: { wallet: string; step: "connecting" | "building" | "signing" | "sending" } | null;
  /** A wallet has signed and sent from this page. */
  sent: boolean;
  /** Some wallet asked for the transaction. */
  asked: boolean;
}

/** What is going on while an order is not paid. */
export function WaitingStatus({ reachable, networkSlow, busy, sent, asked }: Waiting) {
  const { t } = useTranslation("buy");
  if (!reachable) return t("pay.lost");
  if (networkSlow && (sent || asked)) return t("pay.slow");
  if (busy) return t(`pay.${busy.step}`, { wallet: busy.wallet });
  if (sent) return t("pay.sending");
  return t(asked ? "pay.asked" : "pay.waiting");
}
