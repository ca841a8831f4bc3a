import { offerPaths } from "../../lib/offer-paths";
import { shortAddress } from "../../solana/short-address";
import { Badge } from "../../ui/badge";
import { EmptyState } from "../../ui/empty-state";
import { LocalTime } from "../../ui/local-time";
import { Sol } from "../../ui/sol";
import { useTranslation } from "../../ui/translation";

/** Amounts are SOL as decimal text. */
interface SharedSale {
  orderId: string;
  title: string;
  /** Epoch ms. */
  at: number;
  received: string;
  owed: string;
  withheld: string;
  signature: string | null;
  /** Null where no explorer supports the cluster, and where nothing was paid. */
  explorer: string | null;
  isRefunded: boolean;
}

/** Characters of an order's id by which two people name it to each other. */
const SHORT_ID_CHARS = 8;

const COLUMNS = ["time", "product", "order", "received", "owed", "transaction"] as const;
const ROW =
  "grid gap-x-4 gap-y-2 border-line border-b py-3 max-nav:grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] nav:grid-cols-[11rem_minmax(0,1fr)_7rem_9rem_9rem_9rem] nav:items-baseline";
const CELL =
  "min-w-0 max-nav:before:block max-nav:before:text-ink-2 max-nav:before:text-xs max-nav:before:content-[attr(data-label)]";

/** What came of each sale, newest first. A card for each on narrow screens. */
export function ShareTable({ sales }: { sales: readonly SharedSale[] }) {
  const { t } = useTranslation("shares");
  if (sales.length === 0) return <EmptyState title={t("noSales")} />;
  return (
    <table className="block">
      <thead className="block max-nav:sr-only">
        <tr className={`${ROW} text-left text-ink-2 text-sm`}>
          {COLUMNS.map((column) => (
            <th key={column} scope="col" className="font-semibold">
              {t(`columns.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block">
        {sales.map((sale) => (
          <ShareRow key={sale.orderId} sale={sale} />
        ))}
      </tbody>
    </table>
  );
}

function ShareRow({ sale }: { sale: SharedSale }) {
  const { t } = useTranslation("shares");
  const { orderId, at, received, owed, withheld, isRefunded } = sale;
  const label = (column: (typeof COLUMNS)[number]) => t(`columns.${column}`);
  return (
    <tr data-order={orderId} className={ROW}>
      <td className={CELL} data-label={label("time")}>
        <LocalTime at={at} className="tabular-nums" />
      </td>
      <th
        scope="row"
        className="wrap-anywhere min-w-0 text-left max-nav:-order-1 max-nav:col-span-full"
      >
        {sale.title || t("untitled")} {isRefunded && <Badge>{t("refunded")}</Badge>}
      </th>
      <td className={CELL} data-label={label("order")}>
        <code className="font-mono text-sm" title={orderId}>
          {orderId.slice(0, SHORT_ID_CHARS)}
        </code>
      </td>
      <td className={CELL} data-label={label("received")}>
        <Sol amount={received} className="font-semibold" />
        {withheld !== "0" && (
          <span className="block text-ink-2 text-xs">{t("withheldOf", { amount: withheld })}</span>
        )}
      </td>
      <td className={CELL} data-label={label("owed")}>
        <Sol amount={owed} />
      </td>
      <td className={CELL} data-label={label("transaction")}>
        <TransactionLinks sale={sale} />
      </td>
    </tr>
  );
}

function TransactionLinks({ sale }: { sale: SharedSale }) {
  const { t } = useTranslation("shares");
  const { orderId, signature, explorer } = sale;
  const title = sale.title || t("untitled");
  return (
    <>
      {signature &&
        (explorer ? (
          <a href={explorer} className="link block font-mono text-sm" title={signature}>
            {shortAddress(signature)}
          </a>
        ) : (
          <code className="block font-mono text-sm" title={signature}>
            {shortAddress(signature)}
          </code>
        ))}
      <a
        href={offerPaths.shareReceipt(orderId)}
        aria-label={t("receiptOf", { title })}
        className="link text-sm"
      >
        {t("receipt")}
      </a>
    </>
  );
}
