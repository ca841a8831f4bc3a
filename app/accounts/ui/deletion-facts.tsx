import type { ReactNode } from "react";
import { paths } from "../../lib/paths";
import { Alert } from "../../ui/alert";
import { ButtonLink } from "../../ui/button";
import { Card } from "../../ui/card";
import { useTranslation } from "../../ui/translation";
import type { DeletionFacts } from "../rules/account-lifecycle";

/** The texts that name a number. */
type Counted = "removedProducts" | "favourites" | "purchases" | "waitingPayments" | "keptProducts";

interface Props {
  facts: DeletionFacts;
  supportEmail: string;
}

/** What deleting an account removes and what it keeps. */
export function DeletionFactsList({ facts, supportEmail }: Props) {
  const { t } = useTranslation("page-deletion");
  const { purchases, keptProducts, removedProducts, favourites, waitingPayments } = facts;
  const counted = (key: Counted, count: number) => (count > 0 ? [t(key, { count })] : []);
  return (
    <>
      <Part
        title={t("goes")}
        lines={[
          t("identity"),
          ...counted("removedProducts", removedProducts),
          ...counted("favourites", favourites),
          t("sellPage"),
        ]}
      />
      {purchases + waitingPayments > 0 && (
        <Part
          title={t("lost")}
          lines={[
            ...counted("purchases", purchases),
            ...counted("waitingPayments", waitingPayments),
          ]}
        >
          {purchases > 0 && (
            <a href={paths.purchases} className="link mt-3 inline-block">
              {t("toPurchases")}
            </a>
          )}
        </Part>
      )}
      <Part
        title={t("stays")}
        lines={[
          ...counted("keptProducts", keptProducts),
          t("record"),
          t("chain"),
          t("messages"),
          t("contact", { mailbox: supportEmail }),
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

/** Why an account can't be deleted yet, and what to do about it. */
export function DeletionObstacles({ facts: { payingNow, toDecide }, supportEmail }: Props) {
  const { t } = useTranslation("page-deletion");
  return (
    <Alert tone="warn">
      <div className="grid justify-items-start gap-3">
        {toDecide > 0 && (
          <>
            <p>{t("toDecide", { count: toDecide, mailbox: supportEmail })}</p>
            <ButtonLink variant="secondary" size="s" to={paths.review}>
              {t("toReview")}
            </ButtonLink>
          </>
        )}
        {payingNow > 0 && <p>{t("payingNow", { count: payingNow })}</p>}
      </div>
    </Alert>
  );
}
