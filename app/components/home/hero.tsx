import { useTranslation } from "react-i18next";
import { ButtonLink } from "../button";
import { Sol } from "../sol";
import { Stamp, Ticket, TicketRow, TicketSteps, TicketTotal } from "../ticket";
import { SampleCover } from "./sample-cover";

export function Hero() {
  const { t } = useTranslation("page-home");
  return (
    <section className="grid items-center gap-12 pt-4 md:grid-cols-[1.05fr_1fr] md:pt-8">
      <div className="flex flex-col items-start gap-6">
        <h1 className="font-extrabold text-[clamp(2.6rem,7vw,4.75rem)] leading-[1.02]">
          {t("title")}
        </h1>
        <p className="max-w-[34rem] text-ink-2 text-lg leading-relaxed sm:text-xl">{t("lead")}</p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/transaction" reloadDocument>
            {t("sell")}
          </ButtonLink>
          <ButtonLink to="/shop" reloadDocument look="secondary">
            {t("shop")}
          </ButtonLink>
        </div>
        <p className="text-ink-2 text-sm">{t("underCta")}</p>
      </div>
      <figure className="mx-auto w-full max-w-md md:rotate-2" aria-label={t("ticket.sample")}>
        <Ticket
          above={
            <>
              <div className="flex items-start justify-between gap-4">
                <div className="w-3/5 overflow-hidden rounded-md border border-line">
                  <SampleCover />
                </div>
                <Stamp>{t("ticket.paid")}</Stamp>
              </div>
              <p className="mt-5 font-bold font-display text-xl tracking-tight">
                {t("ticket.title")}
              </p>
              <dl className="mt-3">
                <TicketRow label={t("ticket.seller")}>
                  <Sol amount="0.1188" />
                </TicketRow>
                <TicketRow label={t("ticket.fee")}>
                  <Sol amount="0.0012" />
                </TicketRow>
                <TicketTotal label={t("ticket.total")}>
                  <Sol amount="0.12" />
                </TicketTotal>
              </dl>
            </>
          }
        >
          <TicketSteps done={4} />
        </Ticket>
      </figure>
    </section>
  );
}
