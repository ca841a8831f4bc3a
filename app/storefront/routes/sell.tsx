import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { uidTag } from "../../accounts/rules/display-name";
import { fixedT } from "../../http/locale";
import { pageAddress } from "../../http/page-address";
import { pageMeta } from "../../http/page-meta";
import { queryNumber } from "../../http/query-number";
import { paths, query } from "../../lib/paths";
import { uploadedShareImage } from "../../lib/share-image";
import { ButtonLink } from "../../ui/button";
import { EmptyState } from "../../ui/empty-state";
import { PageError } from "../../ui/page-error";
import { useTranslation } from "../../ui/translation";
import { usePageError } from "../../ui/use-page-error";
import { SellerHeader, SellerProducts } from "../ui/sell-page-view";
import { readSellPage } from "../use-cases/read-sell-page";

export const handle = { script: false };

export async function loader(args: LoaderFunctionArgs) {
  const { request, params, context } = args;
  const uid = params.id ?? "";
  const before = queryNumber(request, "before");
  const page = await readSellPage({ uid, before }, context.ports);
  const [t, common] = [await fixedT(request, "sell"), await fixedT(request, "common")];
  const seller = page.seller.name || common("seller", { tag: uidTag(uid) });
  const description = page.description || t("metaDescription", { seller });
  const address = pageAddress(args, paths.sell(uid));
  const image = uploadedShareImage(page.bannerUrl || page.logoUrl) ?? undefined;
  // What a later page lists changes with each new product.
  const isPrivate = page.cards.length === 0 || before !== null;
  return { page, title: t("metaTitle", { seller }), description, address, image, isPrivate };
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
          <ButtonLink to={paths.shop} reloadDocument variant="secondary">
            {t("shop")}
          </ButtonLink>
        </EmptyState>
      ) : (
        <SellerProducts cards={page.cards} />
      )}
      {page.next !== null && (
        <ButtonLink
          to={paths.sell(page.seller.uid) + query({ before: page.next })}
          reloadDocument
          variant="secondary"
          className="self-center"
        >
          {t("older")}
        </ButtonLink>
      )}
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) => pageMeta(data, error);

export function ErrorBoundary() {
  const { t } = useTranslation("sell");
  const { kind } = usePageError();
  const title = t(kind === "missing" ? "missing" : "failed");
  return <PageError title={title} elsewhere={{ to: paths.shop, text: t("shop") }} />;
}
