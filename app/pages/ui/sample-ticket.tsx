import { useTranslation } from "react-i18next";
import { formatSol } from "../../lib/lamports";
import { splitPrice } from "../../products/rules/fees";
import { effectivePlan } from "../../products/rules/plans";
import { Sol } from "../../ui/sol";
import { Stamp, Ticket, TicketRow, TicketSteps, TicketTotal } from "../../ui/ticket";
import { useTodaysFee } from "./use-todays-fee";

/** Lamports. */
const SAMPLE_PRICE = 120_000_000n;

/** What a sale looks like once it is done, with the shares that it would really have today. */
export function SampleTicket() {
  const { t } = useTranslation("page-home");
  const fee = useTodaysFee();
  const split = splitPrice(SAMPLE_PRICE, effectivePlan("free").feeBps);
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
                <Sol amount={formatSol(split.sellerLamports)} />
              </TicketRow>
              <TicketRow label={t("ticket.fee", { fee })}>
                <Sol amount={formatSol(split.feeLamports)} />
              </TicketRow>
              <TicketTotal label={t("ticket.total")}>
                <Sol amount={formatSol(SAMPLE_PRICE)} />
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

/** Flat shapes in print colours: the same in both themes, as any picture is. */
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
