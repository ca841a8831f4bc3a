import type { ComponentProps } from "react";
import type { Cluster } from "../../lib/cluster";
import { paths } from "../../lib/paths";
import { DAY_MS } from "../../lib/time-zone";
import { shortAddress } from "../../solana/short-address";
import { Address } from "../../ui/address";
import { Badge } from "../../ui/badge";
import { Sol } from "../../ui/sol";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";
import { ContactBuyer } from "./contact-buyer";
import { RefundDecision, SharingDecision } from "./decisions";
import { UnderWay } from "./incoming-payments";

/** Amounts are SOL as decimal text. */
interface Sale extends RefundableSale, SharedSale {
  title: string;
  signature: string;
  /** Null where no explorer supports the cluster. */
  explorer: string | null;
  /** Epoch ms. */
  at: number;
  /** What the buyer paid, and what of it reached the seller's wallet. */
  paid: string;
  received: string;
  price: string;
  status: string;
  /** True while a refund can land. */
  refundPending: boolean;
  /** The same of a transaction to those who share in the sale. */
  sharingPending: boolean;
  /** Declarations of withdrawal that nothing proves to be the buyer's. */
  unprovedWithdrawals: number;
}

type RefundableSale = ComponentProps<typeof RefundDecision>["incoming"];
type SharedSale = ComponentProps<typeof SharingDecision>["incoming"];

const COLUMNS = ["time", "product", "paid", "received", "status", "payer", "transaction"] as const;
const AMOUNTS = new Set<string>(["paid", "received"]);

/**
 * Wide enough for all columns, each row is a grid of these; else a card with values under names. The
 * refund has a line of its own under the title, away from the buttons that copy: people click wrongly.
 */
const ROW =
  "group/sale grid gap-x-4 gap-y-3 border-line border-b py-3 max-nav:mb-4 max-nav:grid-cols-2 max-nav:rounded-lg max-nav:border max-nav:bg-card max-nav:p-4 md:max-nav:grid-cols-4 nav:grid-cols-[3rem_minmax(0,1fr)_8.25rem_8.25rem_6rem_12rem_12rem] nav:items-center nav:gap-y-2 nav:px-3";
const CELL =
  "min-w-0 nav:row-span-2 nav:group-has-[[open]]/sale:row-span-1 max-nav:before:block max-nav:before:text-ink-2 max-nav:before:text-xs max-nav:before:content-[attr(data-label)]";
/** Too long for a column of a phone. */
const LONG_CELL = `${CELL} max-nav:col-span-full md:max-nav:col-span-2`;

interface Props {
  days: readonly { day: number; sales: readonly Sale[] }[];
  timeZone: string;
  cluster: Cluster;
}

/** Sales under their days. */
export function SalesTable({ days, timeZone, cluster }: Props) {
  const { t } = useTranslation("review");
  const format = useFormat();
  return (
    <table className="block">
      <thead className="block max-nav:sr-only">
        <tr className={`${ROW} text-left text-ink-2 text-sm`}>
          {COLUMNS.map((column) => (
            <th
              key={column}
              scope="col"
              className={`font-semibold ${AMOUNTS.has(column) ? "nav:text-right" : ""}`}
            >
              {t(`sales.columns.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      {days.map(({ day, sales }) => (
        <tbody key={day} className="block">
          <tr className="block">
            <th
              scope="rowgroup"
              colSpan={COLUMNS.length}
              className="block pt-6 pb-2 text-left font-display font-bold text-lg nav:px-3"
            >
              <time dateTime={new Date(day * DAY_MS).toISOString().slice(0, 10)}>
                {format.day(day * DAY_MS)}
              </time>
            </th>
          </tr>
          {sales.map((sale) => (
            <SaleRow key={sale.orderId} sale={sale} timeZone={timeZone} cluster={cluster} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

interface SaleRowProps {
  sale: Sale;
  timeZone: string;
  cluster: Cluster;
}

function SaleRow({ sale, timeZone, cluster }: SaleRowProps) {
  const { t } = useTranslation("review");
  const format = useFormat();
  const { orderId, title, payer, at, paid, price } = sale;
  const isRefunded = sale.status === "refunded";
  const label = (column: (typeof COLUMNS)[number]) => t(`sales.columns.${column}`);
  return (
    <tr data-order={orderId} className={ROW}>
      <td className={CELL} data-label={label("time")}>
        <time dateTime={new Date(at).toISOString()} className="tabular-nums">
          {format.time(at, timeZone)}
        </time>
      </td>
      <th
        scope="row"
        title={title}
        className={`min-w-0 truncate text-left font-semibold max-nav:-order-1 max-nav:col-span-full ${isRefunded ? "nav:row-span-2" : ""}`}
      >
        {title}
      </th>
      <td className={`${CELL} nav:text-right`} data-label={label("paid")}>
        <Sol amount={paid} />
        {paid !== price && (
          <span className="block text-ink-2 text-xs">{t("sales.price", { amount: price })}</span>
        )}
      </td>
      <td className={`${CELL} nav:text-right`} data-label={label("received")}>
        <Sol amount={sale.received} />
      </td>
      <td className={CELL} data-label={label("status")}>
        <Badge tone={isRefunded ? "plain" : "good"}>
          {t(isRefunded ? "sales.status.refunded" : "sales.status.paid")}
        </Badge>
        {sale.unprovedWithdrawals > 0 && (
          <span className="mt-1 block text-ink-2 text-xs">
            {t("withdrawal.unproved", { count: sale.unprovedWithdrawals })}
          </span>
        )}
      </td>
      <td className={LONG_CELL} data-label={label("payer")}>
        <Address value={payer} label={t("copyPayer")} />
        <ContactBuyer orderId={orderId} title={title} />
      </td>
      <td className={LONG_CELL} data-label={label("transaction")}>
        <TransactionLinks sale={sale} />
      </td>
      {!isRefunded && <RefundCell sale={sale} cluster={cluster} />}
    </tr>
  );
}

function TransactionLinks({ sale }: Pick<SaleRowProps, "sale">) {
  const { t } = useTranslation("review");
  const { orderId, title, signature, explorer } = sale;
  return (
    <>
      {explorer ? (
        <a href={explorer} className="link font-mono text-sm" title={signature}>
          {shortAddress(signature)}
        </a>
      ) : (
        <Address value={signature} label={t("copySignature")} />
      )}
      <a
        href={paths.saleReceipt(orderId)}
        aria-label={t("sales.receiptOf", { title })}
        className="link flex min-h-6 w-fit items-center text-sm"
      >
        {t("sales.receipt")}
      </a>
    </>
  );
}

/** Opened, it takes the width of the row under all cells and keeps the place of its button. */
function RefundCell({ sale, cluster }: Omit<SaleRowProps, "timeZone">) {
  const isPending = sale.refundPending || sale.sharingPending;
  return (
    <td
      className={`min-w-0 max-nav:col-span-full max-nav:border-line max-nav:border-t max-nav:pt-4 nav:col-start-2 nav:row-start-2 nav:has-[[open]]:-col-end-1 ${isPending ? "nav:row-start-3 nav:-col-end-1" : ""}`}
    >
      <UnderWay {...sale} />
      <div className="flex flex-wrap gap-2 [&>[open]]:w-full">
        <RefundDecision incoming={sale} cluster={cluster} />
        <SharingDecision incoming={sale} accepts={false} cluster={cluster} />
      </div>
    </td>
  );
}
