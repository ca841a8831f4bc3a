import { useTranslation } from "react-i18next";
import { ButtonLink } from "../../ui/button";
import { PhoneBar } from "./phone-bar";

interface Props {
  productId: string;
  priceLamports: bigint;
}

/** To the sign-in page, and back here afterwards. */
export function VisitorPanel({ productId, priceLamports }: Props) {
  const { t } = useTranslation("buy");
  const back = encodeURIComponent(`/acheter/${productId}`);
  return (
    <>
      <p className="mb-4 text-center">{t("visitor.text")}</p>
      <PhoneBar priceLamports={priceLamports}>
        <ButtonLink to={`/login?to=${back}`} size="l" className="w-full">
          {t("visitor.link")}
        </ButtonLink>
      </PhoneBar>
      <p className="mt-3 text-center text-ink-3 text-sm">{t("visitor.hint")}</p>
    </>
  );
}
