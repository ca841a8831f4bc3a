import { useTranslation } from "react-i18next";
import { ButtonLink } from "../button";

export function Closing() {
  const { t } = useTranslation("page-home");
  return (
    <section className="flex flex-col items-start gap-5 rounded-lg bg-ink px-8 py-12 text-paper sm:px-12">
      <h2 className="text-[clamp(1.9rem,4vw,2.75rem)]">{t("closing.title")}</h2>
      <p className="text-lg opacity-80">{t("closing.text")}</p>
      <ButtonLink to="/login" reloadDocument>
        {t("closing.action")}
      </ButtonLink>
    </section>
  );
}
