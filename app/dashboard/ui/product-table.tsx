import { Form } from "@remix-run/react";
import { numberFormat } from "../../lib/intl-format";
import { FREE } from "../../lib/lamports";
import { paths, query } from "../../lib/paths";
import type { Period } from "../../orders/rules/period";
import type { ProductCover } from "../../products/rules/cover";
import type { ListingStatus, ProductStatus } from "../../products/rules/product";
import type { SaleType } from "../../products/rules/sale-type";
import { Cover } from "../../products/ui/cover";
import { StatusBadge } from "../../products/ui/status-badge";
import { Button, ButtonLink } from "../../ui/button";
import { Free, Worth } from "../../ui/sol";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";
import type { DashboardPlace } from "../rules/place";
import { PlaceFields } from "./place-fields";

export interface DashboardProduct {
  id: string;
  title: string;
  cover: ProductCover;
  sales: number;
  /** People to whom it was given for free. */
  given: number;
  /** SOL as decimal text, or `FREE`. */
  price: string;
  /** What the price is worth in another currency, as text. */
  worth?: string | undefined;
  saleType: SaleType;
  saleLimit: number | null;
  status: ProductStatus;
  listing: ListingStatus;
  /** Of the chosen period. */
  views: number;
  /** Sales as a share of views; null without views. */
  conversion: number | null;
}

interface Props {
  products: readonly DashboardProduct[];
  /** Of views and conversion. */
  period: Period;
  pages: number;
  place: DashboardPlace;
}

/** Where the columns do not fit, each row is a card, its values under their column names. */
const ROW =
  "border-line border-b max-nav:mb-4 max-nav:grid max-nav:grid-cols-2 max-xs:grid-cols-1 sm:max-md:grid-cols-3 md:max-nav:grid-cols-6 max-nav:gap-3 max-nav:rounded-lg max-nav:border max-nav:bg-card max-nav:p-4";
const CELL =
  "align-middle nav:px-2 nav:py-3 max-nav:before:block max-nav:before:text-ink-2 max-nav:before:text-xs max-nav:before:content-[attr(data-label)]";
const NUMBER = `${CELL} tabular-nums nav:text-right`;

const COLUMNS = [
  "product",
  "sales",
  "views",
  "conversion",
  "price",
  "saleType",
  "status",
  "actions",
] as const;
const RIGHT_ALIGNED = new Set<string>(["sales", "views", "conversion", "price", "actions"]);

/** A seller's products with their figures, in pages. */
export function ProductTable({ products, period, pages, place }: Props) {
  const { t } = useTranslation("dashboard");
  return (
    <section
      aria-labelledby="products-title"
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3"
    >
      <h2 id="products-title" className="sr-only">
        {t("columns.product")}
      </h2>
      <p className="text-ink-3 text-xs">{t("views.note", { period: t(`periods.${period}`) })}</p>
      {/* Buttons in it take the focus, so that a keyboard can scroll it. */}
      <div className="nav:overflow-x-auto">
        <Table products={products} place={place} />
      </div>
      {pages > 1 && <PageLinks pages={pages} place={place} />}
    </section>
  );
}

/** Links to the next and the previous page of products. */
function PageLinks({ pages, place }: Pick<Props, "pages" | "place">) {
  const { t } = useTranslation("dashboard");
  const page = place.page ?? 1;
  const address = (to: number) => paths.dashboard + query({ ...place, page: to === 1 ? null : to });
  return (
    <nav aria-label={t("pages.label")} className="flex items-center justify-between gap-4">
      <span>
        {page > 1 && (
          <ButtonLink variant="secondary" size="s" to={address(Math.min(page - 1, pages))}>
            {t("pages.previous")}
          </ButtonLink>
        )}
      </span>
      <span className="text-ink-2 text-sm tabular-nums">
        {t("pages.position", { page, pages })}
      </span>
      <span>
        {page < pages && (
          <ButtonLink variant="secondary" size="s" to={address(page + 1)}>
            {t("pages.next")}
          </ButtonLink>
        )}
      </span>
    </nav>
  );
}

function Table({ products, place }: Pick<Props, "products" | "place">) {
  const { t, i18n } = useTranslation("dashboard");
  const { count, sol } = useFormat();
  const percent = numberFormat(i18n.language, {
    style: "percent",
    maximumFractionDigits: 1,
  });
  return (
    <table className="w-full border-collapse max-nav:block">
      <thead className="max-nav:sr-only">
        <tr className="border-line border-b text-ink-2 text-sm">
          {COLUMNS.map((column) => (
            <th
              key={column}
              scope="col"
              className={`whitespace-nowrap px-2 py-2 font-semibold ${RIGHT_ALIGNED.has(column) ? "text-right" : "text-left"}`}
            >
              {t(`columns.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-nav:block">
        {products.map((product) => (
          <tr key={product.id} data-product={product.id} className={ROW}>
            <th
              scope="row"
              className="w-full text-left font-normal max-nav:col-span-full md:max-nav:col-span-3 nav:px-2 nav:py-3"
            >
              <ProductCell product={product} />
            </th>
            <td className={NUMBER} data-label={t("columns.sales")}>
              {count(product.sales)}
              {product.given > 0 && (
                <span className="block text-ink-2 text-xs">
                  {t("given", { count: product.given })}
                </span>
              )}
            </td>
            <td className={NUMBER} data-label={t("columns.views")}>
              {count(product.views)}
            </td>
            <td className={NUMBER} data-label={t("columns.conversion")}>
              {product.conversion === null ? "–" : percent.format(product.conversion)}
            </td>
            <td className={NUMBER} data-label={t("columns.price")}>
              {product.price === FREE ? <Free /> : sol(product.price)}
              <Worth text={product.worth} />
            </td>
            <td className={`${CELL} nav:whitespace-nowrap`} data-label={t("columns.saleType")}>
              {t(`saleTypes.${product.saleType}`, { limit: product.saleLimit })}
            </td>
            <td className={CELL} data-label={t("columns.status")}>
              <StatusBadge status={product.listing} />
              {product.listing === "sold_out" && (
                <span className="block text-ink-2 text-xs tabular-nums">
                  {t("status.units", {
                    sold: count(product.sales),
                    limit: count(product.saleLimit ?? 0),
                  })}
                </span>
              )}
            </td>
            <td className="max-nav:col-span-full md:max-nav:col-span-3 md:max-nav:col-start-4 md:max-nav:row-start-1 nav:px-2 nav:py-3">
              <ProductActions product={product} place={place} />
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
    // Without an intrinsic width of its own, a long title does not widen the column.
    <div className="flex items-center gap-3 nav:min-w-48 nav:[contain:inline-size]">
      <div className="w-16 shrink-0 nav:w-12">
        <Cover {...product.cover} />
      </div>
      <span id={titleId(product)} title={product.title} className="min-w-0 truncate font-semibold">
        {product.title}
      </span>
    </div>
  );
}

/** The title describes each action to screen readers. */
function ProductActions({ product, place }: { product: DashboardProduct; place: DashboardPlace }) {
  const { t } = useTranslation("dashboard");
  const control = {
    variant: "secondary",
    size: "s",
    className: "nav:px-3",
    "aria-describedby": titleId(product),
  } as const;
  return (
    <div className="flex flex-wrap gap-2 md:justify-end nav:flex-nowrap">
      <ButtonLink to={paths.edit(product.id)} {...control}>
        {t("edit")}
      </ButtonLink>
      <Form method="get" action={paths.dashboard} preventScrollReset>
        <PlaceFields place={place} />
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
