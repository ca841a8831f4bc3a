import { useTranslation } from "react-i18next";
import { ButtonLink } from "../../ui/button";
import { DownloadLink } from "./download-link";

/** The seller's own product: not for sale to them, but the file is theirs to try. */
export function OwnProductPanel({ productId, hasFile }: { productId: string; hasFile: boolean }) {
  const { t } = useTranslation("buy");
  return (
    <>
      <h2 className="text-center">{t("own.title")}</h2>
      <p className="mt-2 mb-5 text-center text-ink-2 text-sm">{t("own.text")}</p>
      <DownloadLink productId={productId} ready={hasFile} />
      <ButtonLink to={`/edit/${productId}`} look="secondary" className="mt-3 w-full">
        {t("own.edit")}
      </ButtonLink>
    </>
  );
}
