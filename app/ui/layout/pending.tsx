import { useNavigation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Spinner } from "../spinner";

/** Says that the next page is on its way; comes up only when that takes a moment. */
export function Pending() {
  const { t } = useTranslation("common");
  const { state, formData } = useNavigation();
  if (state !== "loading" || formData) return null;
  return (
    <div className="pending -translate-x-1/2 fixed top-20 left-1/2 z-40 rounded-full border border-line-2 bg-card px-5 py-2.5 shadow-ticket">
      <Spinner>{t("loading")}</Spinner>
    </div>
  );
}
