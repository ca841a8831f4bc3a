import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { DeletionFacts } from "../../domain/account-endings";
import { Card } from "../card";

interface Props {
  facts: DeletionFacts;
  supportEmail: string;
}

/** What goes with an account and what stays, in plain words and this person's numbers. */
export function DeletionFactsList({ facts, supportEmail }: Props) {
  const { t } = useTranslation("endings");
  const { purchases, keptProducts, removedProducts, favourites, waitingPayments } = facts;
  const counted = (key: string, count: number) => (count > 0 ? [t(key, { count })] : []);
  return (
    <>
      <Part
        title={t("delete.goes")}
        lines={[
          t("delete.identity"),
          ...counted("delete.removedProducts", removedProducts),
          ...counted("delete.favourites", favourites),
          t("delete.sellPage"),
        ]}
      />
      {purchases + waitingPayments > 0 && (
        <Part
          title={t("delete.lost")}
          lines={[
            ...counted("delete.purchases", purchases),
            ...counted("delete.waitingPayments", waitingPayments),
          ]}
        >
          {purchases > 0 && (
            <a href="/purchases" className="link mt-3 inline-block">
              {t("delete.toPurchases")}
            </a>
          )}
        </Part>
      )}
      <Part
        title={t("delete.stays")}
        lines={[
          ...counted("delete.keptProducts", keptProducts),
          t("delete.record"),
          t("delete.chain"),
          t("delete.contact", { mailbox: supportEmail }),
        ]}
      />
    </>
  );
}

function Part(props: { title: string; lines: string[]; children?: ReactNode }) {
  return (
    <Card>
      <h2 className="mb-2 text-xl">{props.title}</h2>
      <ul className="grid list-disc gap-1.5 pl-5">
        {props.lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {props.children}
    </Card>
  );
}
