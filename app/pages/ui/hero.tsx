import { useTranslation } from "react-i18next";
import { ButtonLink } from "../../ui/button";
import { SampleTicket } from "./sample-ticket";
import { useTodaysFee } from "./use-todays-fee";

export function Hero({ swiss }: { swiss: boolean }) {
  const { t } = useTranslation("page-home");
  const fee = useTodaysFee();
  return (
    <section className="grid items-center gap-x-16 gap-y-14 pt-2 sm:pt-8 md:grid-cols-[1.1fr_1fr]">
      <div>
        <h1 className="text-[clamp(2.75rem,6.4vw,5rem)] leading-[0.98] tracking-[-0.04em]">
          {t("hero.title")}
        </h1>
        <p className="mt-6 max-w-xl text-ink-2 text-lg leading-relaxed sm:text-xl">
          {t("hero.lead")}
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to="/transaction" reloadDocument size="l">
            {t("hero.sell")}
          </ButtonLink>
          <ButtonLink to="/shop" reloadDocument look="secondary" size="l">
            {t("hero.shop")}
          </ButtonLink>
        </div>
        <p className="mt-6 text-ink-2 text-sm">
          {t("hero.note", { fee })} {swiss && t("hero.swiss")}
        </p>
      </div>
      <SampleTicket />
    </section>
  );
}
