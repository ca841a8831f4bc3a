import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { paths } from "../../lib/paths";
import { ProductGrid } from "../../products/ui/product-grid";
import { ButtonLink } from "../../ui/button";
import { EmptyState } from "../../ui/empty-state";
import { PageError } from "../../ui/page-error";
import { useIsNotFound } from "../../ui/use-is-not-found";
import type { SocialLink } from "../rules/social-links";
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
          <ButtonLink to={paths.shop} reloadDocument variant="secondary">
            {t("shop")}
          </ButtonLink>
        </EmptyState>
      ) : (
        <ProductGrid
          cards={page.cards}
          below={({ id, title, isSoldOut }) =>
            !isSoldOut && (
              <ButtonLink
                to={paths.buy(id)}
                reloadDocument
                variant="secondary"
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

interface HeaderProps {
  seller: string;
  /** Image URLs, empty if absent. */
  bannerUrl: string;
  logoUrl: string;
  description: string;
  links: SocialLink[];
}

function SellerHeader({ seller, bannerUrl, logoUrl, description, links }: HeaderProps) {
  const { t } = useTranslation("sell");
  return (
    <header className="flex flex-col gap-5">
      {bannerUrl && (
        <img
          src={bannerUrl}
          alt=""
          className="aspect-[3/1] w-full rounded-lg border border-line object-cover sm:aspect-[5/1]"
        />
      )}
      <div className="flex flex-wrap items-center gap-5">
        {logoUrl && (
          <img
            src={logoUrl}
            alt=""
            className="size-20 rounded-full border border-line object-cover"
          />
        )}
        <h1 className="min-w-0">{seller}</h1>
      </div>
      {description && (
        <p className="max-w-prose whitespace-pre-line break-words text-ink-2 text-lg">
          {description}
        </p>
      )}
      {links.length > 0 && (
        <ul aria-label={t("links", { seller })} className="flex flex-wrap gap-x-6 gap-y-2">
          {links.map(({ network, url, name }) => (
            <li key={network}>
              <span className="text-ink-2">{t(`network.${network}`)}</span>{" "}
              <a href={url} rel="noopener noreferrer nofollow ugc" className="link font-semibold">
                {name}
              </a>
            </li>
          ))}
        </ul>
      )}
    </header>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) => pageMeta(data, error);

export function ErrorBoundary() {
  const { t } = useTranslation("sell");
  const isMissing = useIsNotFound();
  return (
    <PageError title={t(isMissing ? "missing" : "failed")} to={paths.shop} action={t("shop")} />
  );
}
