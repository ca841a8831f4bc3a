import { useTranslation } from "react-i18next";
import { Alert } from "../../ui/alert";

/** There is no wallet in this browser: what to do about it. */
export function WalletAbsent() {
  const { t } = useTranslation("buy");
  return (
    <Alert>
      <p className="font-semibold">{t("pay.absent")}</p>
      <p className="mt-1 text-sm">
        {t("pay.absentHint")}{" "}
        <a href="/guide-wallet" className="link">
          {t("pay.guide")}
        </a>
      </p>
    </Alert>
  );
}
