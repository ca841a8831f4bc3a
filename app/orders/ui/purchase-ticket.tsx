import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Ticket, TicketSteps } from "../../ui/ticket";
import type { ShownTerms } from "../rules/purchase-page";
import { Amounts } from "./amounts";

interface Props {
  terms: ShownTerms;
  /** How many of the four steps are behind; null while there is no order. */
  completedSteps: 1 | 2 | 3 | 4 | null;
  /** Read by other programs, like the order's id. */
  status: string;
  orderId: string | null;
  /**
   * What is going on, in words: one element through all states of the page, so that a screen reader
   * hears each change. It comes first in the document and moves by style alone.
   */
  statusText: ReactNode;
  /** Where the words stand: above the act once it is done, below it before. */
  statusPosition: "above" | "below";
  /** The act, or its proof. */
  children: ReactNode;
}

/** The ticket of a purchase, in whatever state it is. */
export function PurchaseTicket(props: Props) {
  const { terms, completedSteps, status, orderId, statusText, statusPosition, children } = props;
  const { t } = useTranslation("buy");
  const where = statusPosition === "below" ? "order-last mt-4 text-ink-2 text-sm" : "mb-5";
  return (
    <section
      id="ticket"
      tabIndex={-1}
      aria-label={t("ticket.label")}
      data-order-status={status}
      {...(orderId && { "data-transaction-id": orderId })}
      className="scroll-mt-4 outline-none"
    >
      <Ticket
        above={
          <>
            <Amounts terms={terms} unpaid={status !== "paid"} />
            {completedSteps && <TicketSteps completedSteps={completedSteps} />}
          </>
        }
      >
        <div className="flex flex-col">
          <div role="status" className={`text-center empty:m-0 ${where}`}>
            {statusText}
          </div>
          <div>{children}</div>
        </div>
      </Ticket>
    </section>
  );
}
