import { Alert } from "../../ui/alert";
import { useTranslation } from "../../ui/translation";

/** To the buyer and the seller: the operator took the review off the pages, and why. */
export function HiddenNote({ reason }: { reason: string }) {
  const { t } = useTranslation("write-review");
  return (
    <Alert tone="warn">
      {t("hidden")} <span className="wrap-anywhere whitespace-pre-line">{reason}</span>
    </Alert>
  );
}
