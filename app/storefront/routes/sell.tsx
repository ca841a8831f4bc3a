import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { sellerName } from "../../accounts/http/seller-name";
import { fixedT } from "../../http/locale";
import { type PageAddress, pageAddress } from "../../http/page-address";
import { pageMeta } from "../../http/page-meta";
import { queryNumber } from "../../http/query-number";
import { breadcrumbs, SCHEMA_CONTEXT, type StructuredData } from "../../http/structured-data";
import { paths, query } from "../../lib/paths";
import { uploadedShareImage } from "../../lib/share-image";
import { withStars } from "../../products/http/star-texts";
import { SellerKindNote } from "../../products/ui/seller-kind";
import { readWorths } from "../../rates/http/worths";
import { ButtonLink } from "../../ui/button";
import { EmptyState } from "../../ui/empty-state";
import { PageError } from "../../ui/page-error";
import { useTranslation } from "../../ui/translation";
import { usePageError } from "../../ui/use-page-error";
import { SellerHeader, SellerProducts } from "../ui/sell-page-view";
import { type PublicPage, readSellPage } from "../use-cases/read-sell-page";

export const handle = { script: false };

export async function loader(args: LoaderFunctionArgs) {
  const { request, params, context } = args;
  const uid = params.id ?? "";
  const before = queryNumber(request, "before");
  const [read, worths] = await Promise.all([
    readSellPage({ uid, before }, context.ports),
    readWorths(args),
  ]);
  const page = { ...read, cards: read.cards.map(worths.with).map(withStars(request)) };
  const t = fixedT(request, "sell");
  const seller = sellerName(page.seller, request);
  const description = page.description || t("metaDescription", { seller });
  const address = pageAddress(args, paths.sell(uid));
  const image = uploadedShareImage(page.bannerUrl || page.logoUrl) ?? undefined;
  // What a later page lists changes with each new product.
  const isPrivate = page.cards.length === 0 || before !== null;
  const jsonLd = isPrivate
    ? []
    : [
        sellerData(seller, page, address),
        breadcrumbs(request, address, [{ name: seller, path: paths.sell(uid) }]),
      ];
  return {
    page,
    rateNote: worths.note,
    title: t("metaTitle", { seller }),
    description,
    address,
    image,
    isPrivate,
    jsonLd,
  };
}

/** The seller as schema.org describes one who sells under a name. */
function sellerData(
  name: string,
  { status, logoUrl, bannerUrl, description, links }: PublicPage,
  address: PageAddress,
): StructuredData {
  const absolute = (path: string) => (path ? new URL(path, address.url).href : undefined);
  return {
    ...SCHEMA_CONTEXT,
    "@type": status.kind === "private" ? "Person" : "Organization",
    name,
    legalName: status.business?.name || undefined,
    url: address.url,
    logo: status.kind === "private" ? undefined : absolute(logoUrl),
    image: absolute(bannerUrl || logoUrl),
    description: description || undefined,
    sameAs: links.map(({ url }) => url),
  };
}

export default function SellPage() {
  const { page } = useLoaderData<typeof loader>();
  const { t } = useTranslation("sell");
  return (
    <div className="flex flex-col gap-10">
      <div>
        <SellerHeader {...page} />
        <SellerKindNote {...page.status} />
      </div>
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
