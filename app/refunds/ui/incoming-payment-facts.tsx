import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Address } from "../../ui/address";
import { Sol } from "../../ui/sol";

interface Props {
  /** SOL as decimal text. */
  incomingPayments: string;
  price: string;
  payer: string;
  signature: string;
  /** Null where no explorer knows the network. */
  explorer: string | null;
}

/** What came, from whom, and where it stands on the chain. */
export function IncomingPaymentFacts({
  incomingPayments,
  price,
  payer,
  signature,
  explorer,
}: Props) {
  const { t } = useTranslation("review");
  return (
    <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-4">
      <Fact name={t("received")}>
        <Sol amount={incomingPayments} />
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

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-2 text-xs">{name}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}
