import { useTranslation } from "react-i18next";
import { ButtonLink } from "../../ui/button";

interface Props {
  productId: string;
  /** False while there is no file to link to. */
  ready: boolean;
}

/** The address makes a fresh link each time it is opened, so the page may stay open for days. */
export function DownloadLink({ productId, ready }: Props) {
  const { t } = useTranslation("buy");
  if (!ready) return <p className="py-3 text-center text-ink-2">{t("paid.preparing")}</p>;
  return (
    <ButtonLink to={`/purchases/${productId}/file`} reloadDocument size="l" className="w-full">
      {t("paid.download")}
    </ButtonLink>
  );
}
