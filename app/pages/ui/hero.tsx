import { formatSol } from "../../lib/lamports";
import { paths } from "../../lib/paths";
import { splitPrice } from "../../products/rules/commission";
import { ButtonLink } from "../../ui/button";
import { Sol } from "../../ui/sol";
import { Stamp, Ticket } from "../../ui/ticket";
import { TicketRow, TicketTotal } from "../../ui/ticket-rows";
import { TicketSteps } from "../../ui/ticket-steps";
import { useTranslation } from "../../ui/translation";
import { useFeeBps } from "../../ui/use-fee-bps";
import { useCurrentFee } from "./section";

export function Hero({ swiss }: { swiss: boolean }) {
  const { t } = useTranslation("page-home");
  const fee = useCurrentFee();
  return (
    // The stamp turns beyond its column: it is clipped at the edge of the window.
    <section className="-mx-4 grid overflow-x-clip px-4 items-center gap-x-16 gap-y-14 pt-2 sm:pt-8 md:grid-cols-[1.1fr_1fr]">
      <div>
        <h1 className="text-[clamp(min(2.75rem,13.75vw),6.4vw,5rem)] leading-[0.98] tracking-[-0.04em]">
          {t("hero.title")}
        </h1>
        <p className="mt-6 max-w-xl text-ink-2 text-lg leading-relaxed sm:text-xl">
          {t("hero.lead")}
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to={paths.newProduct} reloadDocument size="l">
            {t("hero.sell")}
          </ButtonLink>
          <ButtonLink to={paths.shop} reloadDocument variant="secondary" size="l">
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

const SAMPLE_PRICE_LAMPORTS = 120_000_000n;

/** An example of a completed sale, with the current commission. */
function SampleTicket() {
  const { t } = useTranslation("page-home");
  const fee = useCurrentFee();
  const split = splitPrice(SAMPLE_PRICE_LAMPORTS, useFeeBps().feeBps);
  return (
    <figure className="mx-auto w-full max-w-md md:rotate-[1.6deg]" aria-label={t("ticket.label")}>
      <Ticket
        above={
          <>
            <div className="relative">
              <SampleCover />
              <span className="-bottom-5 absolute right-4">
                <Stamp>{t("ticket.stamp")}</Stamp>
              </span>
            </div>
            <p className="mt-6 font-bold font-display text-xl tracking-tight">
              {t("ticket.product")}
            </p>
            <p className="mb-4 text-ink-2 text-sm">{t("ticket.kind")}</p>
            <dl>
              <TicketRow label={t("ticket.seller")}>
                <Sol amount={formatSol(split.shareLamports)} />
              </TicketRow>
              <TicketRow label={t("ticket.fee", { fee })}>
                <Sol amount={formatSol(split.feeLamports)} />
              </TicketRow>
              <TicketTotal label={t("ticket.total")}>
                <Sol amount={formatSol(SAMPLE_PRICE_LAMPORTS)} />
              </TicketTotal>
            </dl>
          </>
        }
      >
        <TicketSteps completedSteps={4} />
      </Ticket>
      <figcaption className="mt-5 text-center text-ink-3 text-sm">{t("ticket.caption")}</figcaption>
    </figure>
  );
}

/** An SVG in fixed colours, the same in both themes. */
function SampleCover() {
  return (
    <svg viewBox="0 0 400 220" className="block w-full rounded-md" aria-hidden="true">
      <rect width="400" height="220" fill="#f3e4c9" />
      <path d="M0 0h400L0 220z" fill="#17140f" />
      <circle cx="136" cy="110" r="74" fill="#0a7a4b" />
      <path d="M246 36a74 74 0 0 1 0 148z" fill="#cf3119" />
      <path d="M246 36a74 74 0 0 0 0 148z" fill="#f3e4c9" />
    </svg>
  );
}
