import { Link } from "@remix-run/react";
import { paths } from "../../lib/paths";
import { shortAddress } from "../../solana/short-address";
import { Badge } from "../../ui/badge";
import { Card } from "../../ui/card";
import { Sol } from "../../ui/sol";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";

interface Order {
  orderId: string;
  title: string;
  /** Base58. */
  payer: string;
  /** Null where no explorer supports the cluster. */
  explorer: string | null;
  /** Epoch ms. */
  at: number;
  /** SOL as decimal text. */
  paid: string;
  isRefunded: boolean;
}

interface Props {
  orders: readonly Order[];
  /** Those that came while the page is open; they are highlighted for a moment. */
  arrived: readonly Pick<Order, "orderId">[];
  timeZone: string;
}

/** The newest sales, with a link to all of them. */
export function LatestOrders({ orders, arrived, timeZone }: Props) {
  const { t } = useTranslation("dashboard");
  const format = useFormat();
  const isNew = (id: string) => arrived.some(({ orderId }) => orderId === id);
  return (
    <Card className="flex min-w-0 flex-col gap-3 max-sm:p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="text-xl">{t("latest.title")}</h2>
        <Link to={paths.sales} className="link text-sm">
          {t("latest.all")}
        </Link>
      </div>
      {orders.length === 0 && <p className="text-ink-2">{t("latest.none")}</p>}
      <ul className="divide-y divide-line empty:hidden">
        {orders.map(({ orderId, title, payer, explorer, at, paid, isRefunded }) => (
          <li
            key={orderId}
            className={`grid grid-cols-[minmax(0,1fr)] gap-1 py-3 ${isNew(orderId) ? "new-row" : ""}`}
          >
            <div className="flex items-baseline justify-between gap-4">
              <span
                id={`order-${orderId}`}
                className="min-w-0 truncate font-semibold"
                title={title}
              >
                {title}
              </span>
              <Sol amount={paid} className={isRefunded ? "text-ink-3 line-through" : ""} />
            </div>
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2 text-sm">
              <time dateTime={new Date(at).toISOString()}>{format.moment(at, timeZone)}</time>
              <code className="font-mono" title={payer}>
                {shortAddress(payer)}
              </code>
              {isRefunded && <Badge>{t("latest.refunded")}</Badge>}
              {explorer && (
                <a href={explorer} className="link ml-auto" aria-describedby={`order-${orderId}`}>
                  {t("latest.explorer")}
                </a>
              )}
            </div>
          </li>
        ))}
      </ul>
      <p className="mt-auto text-ink-3 text-xs">{t("latest.zone", { zone: timeZone })}</p>
    </Card>
  );
}
