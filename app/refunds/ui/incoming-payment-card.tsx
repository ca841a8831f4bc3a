import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Badge } from "../../ui/badge";
import { Card } from "../../ui/card";
import { IncomingPaymentFacts } from "./incoming-payment-facts";

interface Props {
  incoming: {
    orderId: string;
    title: string;
    /** Epoch ms. */
    at: number;
    incomingPayments: string;
    price: string;
    payer: string;
    signature: string;
    explorer: string | null;
    underWay: boolean;
  };
  badge: ReactNode;
  /** What happened, where that needs words. */
  what?: string;
  children?: ReactNode;
}

/** One payment with what can be done about it. */
export function IncomingPaymentCard({ incoming, badge, what, children }: Props) {
  const { t, i18n } = useTranslation("review");
  const date = new Date(incoming.at);
  return (
    <li data-order={incoming.orderId}>
      <Card className="grid gap-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="min-w-0 break-words text-xl">{incoming.title}</h2>
          {badge}
          <time dateTime={date.toISOString()} className="text-ink-2 text-sm sm:ml-auto">
            {date.toLocaleDateString(i18n.language, { dateStyle: "long", timeZone: "UTC" })}
          </time>
        </div>
        {what && <p className="max-w-prose text-ink-2">{what}</p>}
        <IncomingPaymentFacts {...incoming} />
        {incoming.underWay && (
          <p role="status" className="text-sm text-warn">
            {t("refund.underWay")}
          </p>
        )}
        {children && <div className="grid gap-2">{children}</div>}
      </Card>
    </li>
  );
}

export function CaseBadge({ words }: { words: string }) {
  return <Badge tone="warn">{words}</Badge>;
}
