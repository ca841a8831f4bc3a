import { useTranslation } from "react-i18next";
import { StatusBadge } from "../../products/ui/status-badge";
import type { DashboardLine } from "./line";
import { ProductActions } from "./product-actions";
import { ProductCell } from "./product-cell";

/** On a phone each row is a card, its values under their columns' names. */
const ROW =
  "border-line border-b max-md:mb-4 max-md:grid max-md:grid-cols-2 max-md:gap-3 max-md:rounded-lg max-md:border max-md:bg-card max-md:p-4";
const CELL =
  "align-middle md:px-3 md:py-3 max-md:before:block max-md:before:text-ink-2 max-md:before:text-xs max-md:before:content-[attr(data-label)]";
const NUMBER = `${CELL} tabular-nums md:text-right`;

export function ProductTable({ products }: { products: readonly DashboardLine[] }) {
  const { t, i18n } = useTranslation("dashboard");
  const count = new Intl.NumberFormat(i18n.language);
  const columns = ["product", "sales", "price", "saleType", "status", "actions"] as const;
  const right = new Set<string>(["sales", "price", "actions"]);
  return (
    <table className="w-full border-collapse max-md:block">
      <thead className="max-md:sr-only">
        <tr className="border-line border-b text-ink-2 text-sm">
          {columns.map((column) => (
            <th
              key={column}
              scope="col"
              className={`whitespace-nowrap px-3 py-2 font-semibold ${right.has(column) ? "text-right" : "text-left"}`}
            >
              {t(`columns.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {products.map((product) => (
          <tr key={product.id} data-product={product.id} className={ROW}>
            <th scope="row" className="text-left font-normal max-md:col-span-2 md:px-3 md:py-3">
              <ProductCell product={product} />
            </th>
            <td className={NUMBER} data-label={t("columns.sales")}>
              {count.format(product.sales)}
            </td>
            <td className={NUMBER} data-label={t("columns.price")}>
              {product.price}
            </td>
            <td className={`${CELL} md:whitespace-nowrap`} data-label={t("columns.saleType")}>
              {t(`saleTypes.${product.saleType}`, { limit: product.saleLimit })}
            </td>
            <td className={CELL} data-label={t("columns.status")}>
              <StatusBadge status={product.status} />
            </td>
            <td className="max-md:col-span-2 md:px-3 md:py-3">
              <ProductActions product={product} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
