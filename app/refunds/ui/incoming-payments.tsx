import { Link, useRevalidator } from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import { query } from "../../lib/paths";
import { Address } from "../../ui/address";
import { Badge } from "../../ui/badge";
import { Card } from "../../ui/card";
import { LocalTime } from "../../ui/local-time";
import { Sol } from "../../ui/sol";
import { useTranslation } from "../../ui/translation";
import { ContactBuyer } from "./contact-buyer";

interface CardProps {
  incoming: {
    orderId: string;
    title: string;
    /** Epoch ms. */
    at: number;
    /** True while a refund can land. */
    refundPending: boolean;
    /** The same of a transaction to those who share in the sale. */
    sharingPending: boolean;
  } & FactsProps;
  badge: ReactNode;
  /** Explains what happened, where needed. */
  explanation?: string;
  children?: ReactNode;
}

/** A payment and the decisions on it. */
export function IncomingPaymentCard({ incoming, badge, explanation, children }: CardProps) {
  return (
    <li data-order={incoming.orderId}>
      <Card className="grid grid-cols-1 gap-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 title={incoming.title} className="max-w-full truncate text-xl">
            {incoming.title}
          </h2>
          {badge}
          <LocalTime at={incoming.at} className="text-ink-2 text-sm sm:ml-auto" />
        </div>
        {explanation && <p className="max-w-prose text-ink-2">{explanation}</p>}
        <IncomingPaymentFacts {...incoming} />
        <ContactBuyer orderId={incoming.orderId} title={incoming.title} />
        <UnderWay {...incoming} />
        {children && (
          <div className="flex flex-wrap gap-2 border-line border-t pt-4 [&>[open]]:w-full">
            {children}
          </div>
        )}
      </Card>
    </li>
  );
}

/** Says that a transaction of the seller can land. */
export function UnderWay({
  refundPending,
  sharingPending,
}: Pick<CardProps["incoming"], "refundPending" | "sharingPending">) {
  const { t } = useTranslation("review");
  if (!refundPending && !sharingPending) return null;
  return (
    <p role="status" className="mb-2 text-sm text-warn">
      {t(refundPending ? "refund.underWay" : "sharing.underWay")}
    </p>
  );
}

export function CaseBadge({ text }: { text: string }) {
  return <Badge tone="warn">{text}</Badge>;
}

interface FactsProps {
  /** SOL as decimal text. */
  paid: string;
  price: string;
  payer: string;
  signature: string;
  /** Null where no explorer supports the cluster. */
  explorer: string | null;
}

/** Amount, price, payer and signature of a payment. */
function IncomingPaymentFacts({ paid, price, payer, signature, explorer }: FactsProps) {
  const { t } = useTranslation("review");
  return (
    <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2 nav:grid-cols-4">
      <Fact name={t("received")}>
        <Sol amount={paid} />
      </Fact>
      <Fact name={t("price")}>
        <Sol amount={price} />
      </Fact>
      <Fact name={t("payer")}>
        <Address value={payer} label={t("copyPayer")} />
      </Fact>
      <Fact name={explorer ? <a href={explorer}>{t("signature")}</a> : t("signature")}>
        <Address value={signature} label={t("copySignature")} />
      </Fact>
    </dl>
  );
}

export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-2 text-xs">{name}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}

interface OlderLinkProps {
  next: string | null;
  /** Search parameters of the list. */
  filter?: Record<string, string | null>;
}

/** A link to the next page; empty on the last one. */
export function OlderLink({ next, filter }: OlderLinkProps) {
  const { t } = useTranslation("review");
  if (next === null) return null;
  return (
    <p className="flex justify-center">
      <Link to={query({ ...filter, before: next })} className="link">
        {t("older")}
      </Link>
    </p>
  );
}

/** Interval at which a page reloads its data until a refund is final. */
const RELOAD_INTERVAL_MS = 3_000;

/** Reloads the page's data at an interval while `active`. */
export function useReload(active: boolean): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!active || state !== "idle") return;
    const timer = setTimeout(revalidate, RELOAD_INTERVAL_MS);
    return () => clearTimeout(timer);
  }, [active, state, revalidate]);
}
