import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { MAX_OTHER_PRODUCTS } from "../../checkout/rules/other-products";
import { pageMeta } from "../../http/page-meta";
import { staticPageMeta } from "../../http/static-page-meta";
import { formatSol } from "../../lib/lamports";
import { paths } from "../../lib/paths";
import {
  NEWEST_FIRST,
  type ProductOrder,
  TOP_SALES_FIRST,
} from "../../products/rules/product-order";
import { MIN_INDEXED_CHARS } from "../../shop/rules/search";
import {
  DEFAULT_SORT,
  MAX_SEARCH_LENGTH,
  MAX_SEARCHED,
  SORTS,
  TOP_SALES,
} from "../../shop/rules/shop";
import { SORT_ORDERS } from "../../shop/rules/sort-orders";
import { Badge } from "../../ui/badge";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";

export const handle = { script: false };

export function loader(args: LoaderFunctionArgs) {
  const { minRatedLamports } = args.context.ports.settings;
  const least = formatSol(minRatedLamports);
  return { least, ...staticPageMeta(args, "page-ranking", paths.ranking) };
}

/** Article D111-8 of the French consumer code: what the shop sorts by, from what its queries are made of. */
export default function Ranking() {
  const { t } = useTranslation("page-ranking");
  return (
    <article className="mx-auto flex w-full max-w-2xl flex-col gap-10">
      <header className="flex flex-col gap-4">
        <h1>{t("title")}</h1>
        <p className="text-ink-2 text-lg leading-relaxed sm:text-xl">{t("lead")}</p>
      </header>
      <Sorts />
      <Search />
      <OtherLists />
      <section className="flex flex-col gap-3">
        <h2>{t("absent.title")}</h2>
        <ul className="list-disc space-y-1.5 pl-5 marker:text-accent">
          {t("absent.list", { returnObjects: true }).map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </section>
    </article>
  );
}

function Sorts() {
  const { t } = useTranslation("page-ranking");
  const { t: shop } = useTranslation("shop");
  return (
    <section className="flex flex-col gap-3">
      <h2>{t("sorts.title")}</h2>
      <p className="leading-relaxed">{t("sorts.text")}</p>
      <Lists>
        {SORTS.map((sort) => (
          <List
            key={sort}
            name={
              <>
                {shop(`sort.${sort}`)} {sort === DEFAULT_SORT && <Badge>{t("default")}</Badge>}
              </>
            }
          >
            <Order order={SORT_ORDERS[sort]} />
          </List>
        ))}
      </Lists>
    </section>
  );
}

function Search() {
  const { t } = useTranslation("page-ranking");
  const { t: shop } = useTranslation("shop");
  const bounds = { max: MAX_SEARCHED, min: MIN_INDEXED_CHARS, length: MAX_SEARCH_LENGTH };
  const text = t("search.text", {
    returnObjects: true,
    recent: shop(`sort.${DEFAULT_SORT}`),
    ...bounds,
  });
  return (
    <section className="flex flex-col gap-3">
      <h2>{t("search.title")}</h2>
      {text.map((paragraph) => (
        <p key={paragraph} className="leading-relaxed">
          {paragraph}
        </p>
      ))}
    </section>
  );
}

function OtherLists() {
  const { t } = useTranslation("page-ranking");
  const { t: badge } = useTranslation("badge");
  const orderText = useOrderText();
  const { sol } = useFormat();
  const { least } = useLoaderData<typeof loader>();
  const newest = orderText(NEWEST_FIRST);
  return (
    <section className="flex flex-col gap-3">
      <h2>{t("lists.title")}</h2>
      <Lists>
        <List name={t("lists.topSales", { badge: badge("top") })}>
          {t("lists.topSalesText", {
            count: TOP_SALES,
            order: orderText(TOP_SALES_FIRST),
            min: sol(least),
          })}
        </List>
        <List name={t("lists.seller")}>{t("lists.sellerText", { order: newest })}</List>
        <List name={t("lists.others")}>
          {t("lists.othersText", { count: MAX_OTHER_PRODUCTS, order: newest })}
        </List>
        <List name={t("lists.home")}>{t("lists.homeText")}</List>
      </Lists>
    </section>
  );
}

function Lists({ children }: { children: ReactNode }) {
  return <dl className="grid gap-4 rounded-lg border border-line bg-card p-6">{children}</dl>;
}

function List({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 gap-y-1 sm:grid-cols-[12rem_1fr]">
      <dt className="font-medium">{name}</dt>
      <dd className="min-w-0 text-ink-2">{children}</dd>
    </div>
  );
}

function Order({ order }: { order: ProductOrder }) {
  return useOrderText()(order);
}

/** An order in words: its first column, then what decides among equals. */
function useOrderText(): (order: ProductOrder) => string {
  const { t } = useTranslation("page-ranking");
  return ({ columns, isDescending }) =>
    columns
      .map((column) => t(`criterion.${column}.${isDescending ? "desc" : "asc"}`))
      .reduce((before, criterion) => t("then", { before, criterion }));
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageMeta(data);
