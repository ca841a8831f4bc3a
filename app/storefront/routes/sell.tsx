import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { isRouteErrorResponse, useLoaderData, useRouteError } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { ProductGrid } from "../../products/ui/product-grid";
import { ButtonLink } from "../../ui/button";
import { EmptyState } from "../../ui/empty-state";
import { PageFault } from "../../ui/page-error";
import { SellerHeader } from "../ui/seller-header";
import { readSellPage } from "../use-cases/read-sell-page";

export const handle = { script: false };

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const page = await readSellPage({ uid: params.id ?? "" }, context.ports);
  const t = await fixedT(request, "sell");
  const { seller } = page;
  const description = page.description || t("metaDescription", { seller });
  return { page, title: t("metaTitle", { seller }), description };
}

export default function SellPage() {
  const { page } = useLoaderData<typeof loader>();
  const { t } = useTranslation("sell");
  return (
    <div className="flex flex-col gap-10">
      <SellerHeader {...page} />
      {page.cards.length === 0 ? (
        <EmptyState title={t("empty")}>
          <p className="text-ink-2">{t("emptyHint")}</p>
          <ButtonLink to="/shop" reloadDocument look="secondary">
            {t("shop")}
          </ButtonLink>
        </EmptyState>
      ) : (
        <ProductGrid
          cards={page.cards}
          below={({ id, title, isSoldOut }) =>
            !isSoldOut && (
              <ButtonLink
                to={`/acheter/${id}`}
                reloadDocument
                look="secondary"
                size="s"
                className="relative mt-1 self-start"
                aria-label={t("buyThis", { title })}
              >
                {t("buy")}
              </ButtonLink>
            )
          }
        />
      )}
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) => pageMeta(data, error);

export function ErrorBoundary() {
  const { t } = useTranslation("sell");
  const error = useRouteError();
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return <PageFault title={t(isMissing ? "missing" : "failed")} to="/shop" action={t("shop")} />;
}
