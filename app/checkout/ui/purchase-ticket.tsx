import type { ReactNode } from "react";
import type { ShownTerms } from "../../products/rules/shown-terms";
import type { AmountsProps } from "../../products/ui/ticket-amounts";
import { usePart } from "../../ui/part";
import { useServerHtml } from "../../ui/server-html";
import { Ticket } from "../../ui/ticket";
import { useTranslation } from "../../ui/translation";
import { productPart } from "./product-part";

interface Props {
  terms: ShownTerms;
  /** Nothing is paid: the ticket has no amounts. */
  isFree: boolean;
  /** What the price is worth in another currency, as text. */
  worth: string | undefined;
  /** The steps of an order. */
  steps: ReactNode;
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
  const { terms, isFree, worth, steps, status, orderId, children } = props;
  const { statusText, statusPosition } = props;
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
            <Amounts terms={terms} isFree={isFree} worth={worth} unpaid={status !== "paid"} />
            {steps}
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

/** Keeps the HTML of the server while the amounts are the same. */
function Amounts(props: AmountsProps) {
  const key = JSON.stringify(props, (_, value) => (typeof value === "bigint" ? `${value}` : value));
  const html = useServerHtml(productPart, key, <AmountsFromPart {...props} />);
  return <div suppressHydrationWarning {...html} />;
}

function AmountsFromPart(props: AmountsProps) {
  const { AmountsText } = usePart(productPart);
  return <AmountsText {...props} />;
}
