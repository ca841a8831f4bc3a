import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { numberFormat } from "../../lib/intl-format";
import { FREE, readPrice } from "../../lib/lamports";
import { offerPaths } from "../../lib/offer-paths";
import { paths, query } from "../../lib/paths";
import { toolPaths } from "../../lib/tool-paths";
import type { Period } from "../../orders/rules/period";
import type { ProductCover } from "../../products/rules/cover";
import type { ListingStatus, ProductStatus } from "../../products/rules/product";
import type { SaleType } from "../../products/rules/sale-type";
import { Cover } from "../../products/ui/cover";
import { StatusBadge } from "../../products/ui/status-badge";
import { Menu } from "../../ui/menu";
import { Pager } from "../../ui/pager";
import { Free, From, Worth } from "../../ui/sol";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";
import type { DashboardPlace, ProductSort } from "../rules/place";
import { PlaceFields } from "./place-fields";
import { ProductSelection, SelectAll, SelectProduct, useSelection } from "./product-selection";
import { ProductToolbar } from "./product-toolbar";

export interface DashboardProduct {
  id: string;
  title: string;
  cover: ProductCover;
  sales: number;
  /** People to whom it was given for free. */
  given: number;
  /** As `formatPrice` writes it. */
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
  /** Products that the search finds. */
  found: number;
  canSortByViews: boolean;
  pages: number;
  place: DashboardPlace;
}

/** Where the columns do not fit, each row is a card, its values under their column names. */
const ROW =
  "border-line border-b max-table:relative max-table:mb-4 max-table:grid max-table:grid-cols-3 max-table:gap-3 max-table:rounded-lg max-table:border max-table:bg-card max-table:p-4 max-xs:grid-cols-1 sm:max-table:grid-cols-6 has-[[name=confirm]:checked]:bg-sunk";
const CELL =
  "align-middle table:px-2 table:py-1.5 max-table:before:block max-table:before:text-ink-2 max-table:before:text-xs max-table:before:content-[attr(data-label)]";
const NUMBER = `${CELL} tabular-nums table:whitespace-nowrap table:text-right`;

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
type Column = (typeof COLUMNS)[number];
const RIGHT_ALIGNED = new Set<Column>(["sales", "views", "conversion", "price", "actions"]);
/** The order that a first click on a column's name chooses. */
const SORTED_BY: Partial<Record<Column, ProductSort>> = {
  product: "title-asc",
  sales: "sales-desc",
  views: "views-desc",
  price: "price-desc",
};

/** Id of the form to which the heads of the columns belong. */
const SORT_FORM = "sorted-products";

/** A seller's products with their figures, in pages, to be searched, sorted and disabled together. */
export function ProductTable({ products, period, found, canSortByViews, pages, place }: Props) {
  const { t } = useTranslation("dashboard");
  const selection = useSelection(products);
  return (
    <section
      aria-labelledby="products-title"
      className="group/products grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3"
    >
      <h2 id="products-title" className="sr-only">
        {t("columns.product")}
      </h2>
      <ProductToolbar place={place} found={found} canSortByViews={canSortByViews} />
      {found === 0 ? (
        <p className="rounded-md bg-sunk px-4 py-10 text-center text-ink-2">
          {t("search.none")}{" "}
          <Link to={paths.dashboard + query({ ...place, q: null })} className="link">
            {t("search.clear")}
          </Link>
        </p>
      ) : (
        <>
          <Form id={SORT_FORM} method="get" action={paths.dashboard} preventScrollReset>
            <PlaceFields place={{ ...place, sort: null, page: null }} />
          </Form>
          <table className="w-full border-collapse max-table:block">
            <Columns sort={place.sort} canSortByViews={canSortByViews}>
              <SelectAll selection={selection} />
            </Columns>
            <tbody className="max-table:block">
              {products.map((product) => (
                <ProductRow key={product.id} product={product} place={place}>
                  <SelectProduct
                    product={product}
                    titleId={titleId(product)}
                    selection={selection}
                  />
                </ProductRow>
              ))}
            </tbody>
          </table>
        </>
      )}
      <p className="text-ink-3 text-xs">{t("views.note", { period: t(`periods.${period}`) })}</p>
      {pages > 1 && (
        <Pager
          label={t("pages")}
          page={place.page ?? 1}
          pages={pages}
          addressOf={(page) =>
            paths.dashboard + query({ ...place, page: page === 1 ? null : page })
          }
        />
      )}
      <ProductSelection selection={selection} place={place} />
    </section>
  );
}

interface ColumnsProps extends Pick<Props, "canSortByViews"> {
  sort: ProductSort | null;
  /** Selects all rows. */
  children: ReactNode;
}

function Columns({ sort, canSortByViews, children }: ColumnsProps) {
  const { t } = useTranslation("dashboard");
  const isSortable = (column: Column) => column !== "views" || canSortByViews;
  return (
    <thead className="max-table:sr-only">
      <tr className="border-line border-b text-ink-2 text-sm">
        {COLUMNS.map((column) => {
          const first = isSortable(column) ? SORTED_BY[column] : undefined;
          return (
            <th
              key={column}
              scope="col"
              aria-sort={first && sortOf(first, sort)}
              className={`whitespace-nowrap px-2 py-2 font-semibold ${RIGHT_ALIGNED.has(column) ? "text-right" : "text-left"}`}
            >
              <span className="inline-flex items-center gap-3">
                {column === "product" && children}
                {first ? (
                  <SortButton first={first} sort={sort}>
                    {t(`columns.${column}`)}
                  </SortButton>
                ) : (
                  t(`columns.${column}`)
                )}
              </span>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

const OPPOSITE = { asc: "desc", desc: "asc" } as const;

/** Value of `aria-sort` for the column that a first click sorts as `first`; absent for another column's order. */
function sortOf(first: ProductSort, sort: ProductSort | null) {
  if (sort?.split("-")[0] !== first.split("-")[0]) return undefined;
  return sort?.endsWith("asc") ? "ascending" : "descending";
}

interface SortButtonProps {
  first: ProductSort;
  sort: ProductSort | null;
  children: string;
}

/** A second click turns the order round. */
function SortButton({ first, sort, children }: SortButtonProps) {
  const [column, direction] = first.split("-") as [string, keyof typeof OPPOSITE];
  const current = sortOf(first, sort);
  return (
    <button
      type="submit"
      form={SORT_FORM}
      name="sort"
      value={sort === first ? `${column}-${OPPOSITE[direction]}` : first}
      className="inline-flex items-center gap-1 font-semibold underline decoration-dotted underline-offset-4 hover:text-ink"
    >
      {children}
      {current && <span aria-hidden="true">{current === "ascending" ? "↑" : "↓"}</span>}
    </button>
  );
}

interface RowProps {
  product: DashboardProduct;
  place: DashboardPlace;
  /** Selects the row. */
  children: ReactNode;
}

function ProductRow({ product, place, children }: RowProps) {
  const { t, i18n } = useTranslation("dashboard");
  const { count } = useFormat();
  const percent = numberFormat(i18n.language, { style: "percent", maximumFractionDigits: 1 });
  return (
    <tr data-product={product.id} className={ROW}>
      <th
        scope="row"
        className="w-full text-left font-normal max-table:col-span-full max-table:pr-12 table:px-2 table:py-1.5"
      >
        <ProductCell product={product}>{children}</ProductCell>
      </th>
      <td className={NUMBER} data-label={t("columns.sales")}>
        {count(product.sales)}
        {product.given > 0 && (
          <span className="ml-1 text-ink-2 text-xs">{t("given", { count: product.given })}</span>
        )}
      </td>
      <td className={NUMBER} data-label={t("columns.views")}>
        {count(product.views)}
      </td>
      <td className={NUMBER} data-label={t("columns.conversion")}>
        {product.conversion === null ? "–" : percent.format(product.conversion)}
      </td>
      <td className={NUMBER} data-label={t("columns.price")}>
        <Price product={product} />
      </td>
      <td className={`${CELL} table:whitespace-nowrap`} data-label={t("columns.saleType")}>
        <Stock product={product} />
      </td>
      <td className={`${CELL} table:whitespace-nowrap`} data-label={t("columns.status")}>
        <StatusBadge status={product.listing} />
      </td>
      <td className="max-table:absolute max-table:top-3 max-table:right-3 table:px-2 table:py-1.5">
        <ProductActions product={product} place={place} />
      </td>
    </tr>
  );
}

function titleId({ id }: Pick<DashboardProduct, "id">): string {
  return `title-${id}`;
}

/** `children` selects the row. */
function ProductCell({ product, children }: { product: DashboardProduct; children: ReactNode }) {
  return (
    // Without an intrinsic width of its own, a long title does not widen the column.
    <div className="flex items-center gap-3 table:min-w-56 table:[contain:inline-size]">
      {children}
      <div className="w-12 shrink-0 table:w-10">
        <Cover {...product.cover} />
      </div>
      <Link
        id={titleId(product)}
        to={paths.edit(product.id)}
        title={product.title}
        className="min-w-0 truncate font-semibold text-inherit no-underline hover:underline"
      >
        {product.title}
      </Link>
    </div>
  );
}

function Price({ product: { price, worth } }: { product: DashboardProduct }) {
  const { sol } = useFormat();
  if (price === FREE) return <Free />;
  const { amount, isLeast } = readPrice(price);
  return (
    <span className="inline-flex flex-wrap items-baseline justify-end gap-x-2 table:flex-nowrap table:max-nav:[&_.worth]:hidden">
      <span>
        {isLeast && <From />}
        {sol(amount)}
      </span>
      <Worth text={worth} />
    </span>
  );
}

/** The type of sale, and what is left of a limited one. */
function Stock({ product: { saleType, saleLimit, sales } }: { product: DashboardProduct }) {
  const { t } = useTranslation("dashboard");
  const limit = saleLimit ?? 0;
  return (
    <>
      {t(`saleTypes.${saleType}`, { limit })}
      {saleType === "limited" && (
        <span className="ml-1 text-ink-2 text-sm tabular-nums">
          {t("status.left", { count: Math.max(0, limit - sales) })}
        </span>
      )}
    </>
  );
}

const DOTS = "size-[1.125rem] fill-current";
/** A round button without border and arrow. */
const DOTS_MENU =
  "ml-auto w-fit [&>summary]:size-9 [&>summary]:min-h-9 [&>summary]:justify-center [&>summary]:p-0 [&:not([open])>summary:not(:hover)]:border-transparent [&>summary]:after:hidden max-table:[&>summary]:size-11";

/** The title describes the menu to screen readers. */
function ProductActions({ product, place }: { product: DashboardProduct; place: DashboardPlace }) {
  const { t } = useTranslation("dashboard");
  return (
    <Menu
      name={t("columns.actions")}
      describedBy={titleId(product)}
      className={DOTS_MENU}
      label={
        <svg viewBox="0 0 20 20" className={DOTS} aria-hidden="true">
          <circle cx="4" cy="10" r="1.6" />
          <circle cx="10" cy="10" r="1.6" />
          <circle cx="16" cy="10" r="1.6" />
        </svg>
      }
    >
      <Link to={paths.edit(product.id)} className="menu-item">
        {t("edit")}
      </Link>
      <Form method="post" action={toolPaths.duplicate(product.id)} className="contents">
        <button type="submit" className="menu-item">
          {t("duplicate")}
        </button>
      </Form>
      <Form method="get" action={paths.dashboard} preventScrollReset className="contents">
        <PlaceFields place={place} />
        <input type="hidden" name="confirm" value={product.id} />
        <button type="submit" className="menu-item">
          {t(product.status === "active" ? "disable" : "activate")}
        </button>
      </Form>
      <Link to={offerPaths.newCode + query({ product: product.id })} className="menu-item">
        {t("codes.forProduct")}
      </Link>
      <Link to={paths.preview(product.id)} target="_blank" rel="noreferrer" className="menu-item">
        {t("preview")}
      </Link>
    </Menu>
  );
}
