import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Alert } from "../../ui/alert";

/** Says that payments wait for a decision. */
export function ReviewBanner({ count }: { count: number }) {
  const { t } = useTranslation("review");
  return (
    <Alert tone="warn">
      <Link to="/dashboard/review" className="font-semibold">
        {t("toReview", { count })}
      </Link>
    </Alert>
  );
}
