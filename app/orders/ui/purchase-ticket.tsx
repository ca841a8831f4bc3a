import type { ReactNode } from "react";
import { formatSol } from "../../lib/lamports";
import { numberFormat } from "../../lib/number-format";
import { useKept } from "../../ui/kept-html";
import { Sol } from "../../ui/sol";
import { Stamp, Ticket, TicketRow, TicketSteps, TicketTotal } from "../../ui/ticket";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";
import type { ShownTerms } from "../rules/purchase-page";
import type { PaymentState } from "./use-payment";

interface Props {
  terms: ShownTerms;
  /** Of the four steps; null while there is no order. */
  completedSteps: 1 | 2 | 3 | 4 | null;
  /** Read by other programs, like the order's id. */
  status: string;
  orderId: string | null;
  /**
   * The status in text: one element through all states of the page, so that a screen reader
   * announces each change. It comes first in the document and is moved by CSS alone.
   */
  statusText: ReactNode;
  /** Place of the status: above the panel once the order is paid, below it before. */
  statusPosition: "above" | "below";
  /** The panel of the current stage. */
  children: ReactNode;
}

/** The ticket of a purchase, in any state. */
export function PurchaseTicket(props: Props) {
  const { terms, completedSteps, status, orderId, statusText, statusPosition, children } = props;
  const { t } = useTranslation("buy");
  const placement = statusPosition === "below" ? "order-last mt-4 text-ink-2 text-sm" : "mb-5";
  return (
    <section
      id="ticket"
      tabIndex={-1}
      aria-labelledby="ticket-title"
      data-order-status={status}
      {...(orderId && { "data-transaction-id": orderId })}
      className="scroll-mt-4 outline-none"
    >
      <h2 id="ticket-title" className="sr-only">
        {t("ticket.label")}
      </h2>
      <Ticket
        above={
          <>
            <Amounts terms={terms} unpaid={status !== "paid"} />
            {completedSteps && (
              <TicketSteps
                completedSteps={completedSteps}
                ahead={{
                  signed: t("stepsAhead.signed"),
                  confirmed: t("stepsAhead.confirmed"),
                  delivered: t("stepsAhead.delivered"),
                }}
              />
            )}
          </>
        }
      >
        <div className="flex flex-col">
          <div role="status" className={`text-center empty:m-0 ${placement}`}>
            {statusText}
          </div>
          <div>{children}</div>
        </div>
      </Ticket>
    </section>
  );
}

/** Shares of the price, and the network fee on top. */
function Amounts({ terms, unpaid }: { terms: ShownTerms; unpaid: boolean }) {
  const { t } = useTranslation("buy");
  const shares = useKept(`shares ${Object.values(terms)}`, <Shares terms={terms} />);
  return (
    <>
      <dl {...shares} />
      {unpaid && (
        <p className="mt-1 text-ink-3 text-xs">
          {t("ticket.network", { amount: formatSol(terms.networkLamports) })}
        </p>
      )}
    </>
  );
}

function Shares({ terms }: { terms: ShownTerms }) {
  const { t } = useTranslation("buy");
  const { commission } = useFormat();
  return (
    <>
      <TicketRow label={t("ticket.seller")}>
        <Sol amount={formatSol(terms.sellerLamports)} />
      </TicketRow>
      <TicketRow label={t("ticket.fee", { percent: commission(terms.feeBps) })}>
        <Sol amount={formatSol(terms.feeLamports)} />
      </TicketRow>
      <TicketTotal label={t("ticket.total")}>
        <Sol amount={formatSol(terms.priceLamports)} />
      </TicketTotal>
    </>
  );
}

/** Shortest duration that is shown: a page may learn of a payment before its wallet reports it. */
const MIN_SHOWN_DURATION_MS = 100;

interface PaidTitleProps {
  /** True where it was bought before this page was opened. */
  before: boolean;
  /** From the signature to its confirmation (ms), where this page observed both. */
  tookMs: number | null;
}

/** The stamp and the title of a paid ticket. */
export function PaidTitle({ before, tookMs }: PaidTitleProps) {
  const { t, i18n } = useTranslation("buy");
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const seconds = numberFormat(i18n.language, digits).format(
    Math.max(tookMs ?? 0, MIN_SHOWN_DURATION_MS) / 1_000,
  );
  const confirmed = tookMs === null ? t("paid.title") : t("paid.titleIn", { seconds });
  return (
    <>
      <p aria-hidden="true" className="mb-4">
        <Stamp>{t("paid.stamp")}</Stamp>
      </p>
      <h2 id="paid-title">{before ? t("paid.owned") : confirmed}</h2>
    </>
  );
}

interface Waiting {
  /** False while the server can't be reached. */
  reachable: boolean;
  /** The RPC nodes do not answer at the moment. */
  networkSlow: boolean;
  /** The wallet in use, and the step that it has reached. */
  busy: PaymentState["busy"];
  /** A wallet has signed and sent a transaction from this page. */
  sent: boolean;
  /** A wallet has asked for the transaction. */
  asked: boolean;
}

/** The status of an order that is not paid yet. */
export function WaitingStatus({ reachable, networkSlow, busy, sent, asked }: Waiting) {
  const { t } = useTranslation("buy");
  if (!reachable) return t("pay.lost");
  if (networkSlow && (sent || asked)) return t("pay.slow");
  if (busy?.message) return busy.message;
  if (busy) return t(`pay.${busy.step}`, { wallet: busy.wallet });
  if (sent) return t("pay.sending");
  return t(asked ? "pay.asked" : "pay.waiting");
}
