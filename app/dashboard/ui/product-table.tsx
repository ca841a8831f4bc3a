import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths";
import type { ProductCover } from "../../products/rules/cover";
import type { ProductStatus } from "../../products/rules/product";
import type { SaleType } from "../../products/rules/sale-type";
import { Cover } from "../../products/ui/cover";
import { StatusBadge } from "../../products/ui/status-badge";
import { Button, ButtonLink } from "../../ui/button";

export interface DashboardProduct {
  id: string;
  title: string;
  cover: ProductCover;
  sales: number;
  /** SOL as decimal text. */
  price: string;
  saleType: SaleType;
  saleLimit: number | null;
  status: ProductStatus;
}

/** On a narrow screen each row is a card, its values under their column names. */
const ROW =
  "border-line border-b max-md:mb-4 max-md:grid max-md:grid-cols-2 max-md:gap-3 max-md:rounded-lg max-md:border max-md:bg-card max-md:p-4";
const CELL =
  "align-middle md:px-3 md:py-3 max-md:before:block max-md:before:text-ink-2 max-md:before:text-xs max-md:before:content-[attr(data-label)]";
const NUMBER = `${CELL} tabular-nums md:text-right`;

export function ProductTable({ products }: { products: readonly DashboardProduct[] }) {
  const { t, i18n } = useTranslation("dashboard");
  const count = new Intl.NumberFormat(i18n.language);
  const columns = ["product", "sales", "price", "saleType", "status", "actions"] as const;
  const rightAligned = new Set<string>(["sales", "price", "actions"]);
  return (
    <table className="w-full border-collapse max-md:block">
      <thead className="max-md:sr-only">
        <tr className="border-line border-b text-ink-2 text-sm">
          {columns.map((column) => (
            <th
              key={column}
              scope="col"
              className={`whitespace-nowrap px-3 py-2 font-semibold ${rightAligned.has(column) ? "text-right" : "text-left"}`}
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

function titleId({ id }: Pick<DashboardProduct, "id">): string {
  return `title-${id}`;
}

function ProductCell({ product }: { product: DashboardProduct }) {
  return (
    <div className="flex items-center gap-4">
      <div className="w-16 shrink-0">
        <Cover {...product.cover} />
      </div>
      <span id={titleId(product)} className="min-w-0 break-words font-semibold">
        {product.title}
      </span>
    </div>
  );
}

/** The title describes each action to screen readers. */
function ProductActions({ product }: { product: DashboardProduct }) {
  const { t } = useTranslation("dashboard");
  const control = {
    variant: "secondary",
    size: "s",
    "aria-describedby": titleId(product),
  } as const;
  return (
    <div className="flex flex-wrap gap-2 md:justify-end min-[1200px]:flex-nowrap">
      <ButtonLink to={paths.edit(product.id)} {...control}>
        {t("edit")}
      </ButtonLink>
      <Form method="get" action={paths.dashboard} preventScrollReset>
        <input type="hidden" name="confirm" value={product.id} />
        <Button type="submit" {...control}>
          {t(product.status === "active" ? "disable" : "activate")}
        </Button>
      </Form>
      <ButtonLink to={paths.preview(product.id)} target="_blank" rel="noreferrer" {...control}>
        {t("preview")}
      </ButtonLink>
    </div>
  );
}
