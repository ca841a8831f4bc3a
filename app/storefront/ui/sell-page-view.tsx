import { memo } from "react";
import { SellerName } from "../../accounts/ui/seller-name";
import { paths } from "../../lib/paths";
import type { ProductCard } from "../../products/rules/product-card";
import { ProductGrid } from "../../products/ui/product-grid";
import { ButtonLink } from "../../ui/button";
import { useTranslation } from "../../ui/translation";
import type { SocialLink } from "../rules/social-links";

interface HeaderProps {
  seller: { uid: string; name: string };
  /** Image URLs, empty if absent. */
  bannerUrl: string;
  logoUrl: string;
  description: string;
  links: SocialLink[];
}

/** Banner, logo, name, description and links of a seller. */
export function SellerHeader(props: HeaderProps) {
  const { seller, bannerUrl, logoUrl, description, links } = props;
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
        <h1 className="min-w-0 wrap-anywhere">
          <SellerName {...seller} />
        </h1>
      </div>
      {description && (
        <p className="wrap-anywhere max-w-prose whitespace-pre-line text-ink-2 text-lg">
          {description}
        </p>
      )}
      {links.length > 0 && (
        <ul aria-label={t("links")} className="flex flex-wrap gap-x-6 gap-y-2">
          {links.map(({ network, url, name: text }) => (
            <li key={network} className="wrap-anywhere min-w-0">
              <span className="text-ink-2">{t(`network.${network}`)}</span>{" "}
              <a href={url} rel="noopener noreferrer nofollow ugc" className="link font-semibold">
                {text}
              </a>
            </li>
          ))}
        </ul>
      )}
    </header>
  );
}

interface ProductsProps {
  cards: readonly ProductCard[];
}

/** The products of a seller, each with a link to buy it. */
export const SellerProducts = memo(function SellerProducts(props: ProductsProps) {
  const { t } = useTranslation("sell");
  return (
    <ProductGrid
      {...props}
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
  );
});
