import { Form, Link } from "@remix-run/react";
import type { Cluster } from "../../lib/cluster";
import { query } from "../../lib/paths";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { useTranslation } from "../../ui/translation";
import type { ShownIncomingPayment } from "../http/incoming-payments-page";
import { FormDecision, RefundDecision } from "../ui/decisions";
import { CaseBadge, IncomingPaymentCard } from "../ui/incoming-payments";

interface Props {
  list: ShownIncomingPayment[];
  /** Number of the next page; null on the last one. */
  next: number | null;
  cluster: Cluster;
}

/** Payments below the price, the largest first: they keep no unit and wait for nothing. */
export function ShortPayments({ list, next, cluster }: Props) {
  const { t } = useTranslation("review");
  if (list.length === 0) return null;
  const hasOpen = list.some(({ isDismissed }) => !isDismissed);
  return (
    <section aria-labelledby="short-payments" className="grid grid-cols-1 gap-4">
      <header>
        <h2 id="short-payments">{t("short.title")}</h2>
        <p className="mt-2 max-w-prose text-ink-2">{t("short.lead")}</p>
        {hasOpen && (
          <Form method="post" replace className="mt-4 grid gap-2">
            <input type="hidden" name="intent" value="dismissShort" />
            <Button type="submit" variant="secondary" size="s" className="w-fit">
              {t("short.dismissAll")}
            </Button>
            <p className="text-ink-2 text-sm">{t("short.dismissAllHint")}</p>
          </Form>
        )}
      </header>
      <ul className="grid grid-cols-1 gap-4">
        {list.map((incoming) => (
          <ShortPayment
            key={`${incoming.orderId} ${incoming.payer}`}
            incoming={incoming}
            cluster={cluster}
          />
        ))}
      </ul>
      {next !== null && (
        <p className="flex justify-center">
          <Link to={query({ short: String(next) })} className="link">
            {t("short.more")}
          </Link>
        </p>
      )}
    </section>
  );
}

function ShortPayment({ incoming, cluster }: { incoming: ShownIncomingPayment; cluster: Cluster }) {
  const { t } = useTranslation("review");
  const { orderId, payer, title, paid: amount, isDismissed, isAcceptable } = incoming;
  const of = { orderId, payer };
  return (
    <IncomingPaymentCard
      incoming={incoming}
      badge={
        isDismissed ? <Badge>{t("short.dismissed")}</Badge> : <CaseBadge text={t("case.short")} />
      }
    >
      {isAcceptable && (
        <FormDecision {...of} intent="accept" text={t("accept.textShort", { title, amount })} />
      )}
      <RefundDecision incoming={incoming} cluster={cluster} />
      {!isDismissed && <FormDecision {...of} intent="dismiss" text={t("dismiss.textShort")} />}
    </IncomingPaymentCard>
  );
}
