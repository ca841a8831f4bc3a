import { useTranslation } from "react-i18next";
import { Alert } from "../../ui/alert";
import { ButtonLink } from "../../ui/button";
import type { DeletionFacts } from "../rules/account-lifecycle";

interface Props {
  facts: DeletionFacts;
  supportEmail: string;
}

/** Why an account can't go yet, and what to do about it. */
export function Obstacles({ facts: { payingNow, toDecide }, supportEmail }: Props) {
  const { t } = useTranslation("page-deletion");
  return (
    <Alert tone="warn">
      <div className="grid justify-items-start gap-3">
        {toDecide > 0 && (
          <>
            <p>{t("toDecide", { count: toDecide, mailbox: supportEmail })}</p>
            <ButtonLink look="secondary" size="s" to="/dashboard/review">
              {t("toReview")}
            </ButtonLink>
          </>
        )}
        {payingNow > 0 && <p>{t("payingNow", { count: payingNow })}</p>}
      </div>
    </Alert>
  );
}
