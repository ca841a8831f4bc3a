import { useTranslation } from "react-i18next";

/** `inSwitzerland` only where the operator vouches for it. */
export function Comparison({ inSwitzerland }: { inSwitzerland: boolean }) {
  const { t } = useTranslation("page-home");
  return (
    <section className="grid gap-6 md:grid-cols-[1fr_1.6fr]">
      <h2>{t("compare.title")}</h2>
      <div className="flex flex-col gap-4">
        <p className="text-lg leading-relaxed sm:text-xl">{t("compare.text")}</p>
        {inSwitzerland && <p className="font-semibold text-ink-2">{t("compare.swiss")}</p>}
      </div>
    </section>
  );
}
