import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { pageMeta } from "../../http/page-meta";
import { readViewer } from "../../http/viewer";
import { paths } from "../../lib/paths";
import { ProductGrid } from "../../products/ui/product-grid";
import { Alert } from "../../ui/alert";
import { ButtonLink } from "../../ui/button";
import { EmptyState } from "../../ui/empty-state";
import { PageError } from "../../ui/page-error";
import { shopMeta } from "../http/shop-meta";
import { readShopState } from "../http/shop-state";
import { shopPath } from "../rules/shop";
import { CategoryBar, Pagination, SortForm } from "../ui/shop-controls";
import { browseShop } from "../use-cases/browse-shop";

export const handle = { script: false };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const state = readShopState(new URL(request.url).searchParams);
  const viewer = await readViewer({ context });
  const shop = await browseShop(state, { uid: viewer?.uid ?? null }, context.ports);
  // A URL from when there were more products.
  const isFirst = state.page === 1 && state.after === null && state.before === null;
  if (shop.cards.length === 0 && !isFirst) throw redirect(shopPath(state, { page: 1 }));
  return { ...shop, state, ...(await shopMeta(state, request, context)) };
}

export default function Shop() {
  const { cards, count, isExact, hasNext, state } = useLoaderData<typeof loader>();
  const { t } = useTranslation("shop");
  return (
    <div className="flex flex-col gap-7">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div>
          <h1>{t("title")}</h1>
          <p className="mt-2 text-ink-2 tabular-nums">
            {isExact ? t("count", { count }) : t("countMore", { count })}
          </p>
        </div>
        <SortForm state={state} />
      </div>
      <CategoryBar state={state} />
      {cards.length > 0 ? <ProductGrid cards={cards} /> : <NoProducts />}
      <Pagination state={state} hasNext={hasNext} />
    </div>
  );
}

function NoProducts() {
  const { state } = useLoaderData<typeof loader>();
  const { t } = useTranslation("shop");
  const isFiltered = state.category !== null;
  return (
    <EmptyState title={t(isFiltered ? "empty.title" : "empty.bare")}>
      {isFiltered && <p className="text-ink-2">{t("empty.hint")}</p>}
      <ButtonLink
        to={isFiltered ? paths.shop : paths.newProduct}
        reloadDocument
        variant="secondary"
      >
        {t(isFiltered ? "empty.reset" : "empty.sell")}
      </ButtonLink>
    </EmptyState>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) => pageMeta(data, error);

export function ErrorBoundary() {
  const { t } = useTranslation("shop");
  return (
    <>
      <Alert>{t("error.toast")}</Alert>
      <PageError
        title={t("error.title")}
        hint={t("error.hint")}
        to={paths.shop}
        action={t("error.retry")}
      />
    </>
  );
}
