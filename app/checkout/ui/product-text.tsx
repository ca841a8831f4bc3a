import { SellerName } from "../../accounts/ui/seller-name";
import { paths, query } from "../../lib/paths";
import { categoryKey } from "../../products/rules/categories";
import type { ProductCard } from "../../products/rules/product-card";
import { CardPrice } from "../../products/ui/card-price";
import { Cover, WholeCover } from "../../products/ui/cover";
import { Description } from "../../products/ui/description";
import { ProductTitle } from "../../products/ui/product-title";
import { SellerKindNote } from "../../products/ui/seller-kind";
import { Badge } from "../../ui/badge";
import { useTranslation } from "../../ui/translation";
import type { PurchasePage, ShownProduct } from "../rules/purchase-page";

/** Width of the images of the product: that of the page's first column. */
const IMAGE_SIZES =
  "(min-width:64rem)min(36.5rem,100vw - 35.5rem),(min-width:56.25rem)calc(100vw - 30.5rem),(min-width:37.5rem)calc(100vw - 3rem),calc(100vw - 2rem)";

interface FactsProps extends Pick<PurchasePage, "seller"> {
  product: ShownProduct;
  isContactable: boolean;
}

/** The product's cover. */
export function FactsCover({ product }: { product: ShownProduct }) {
  return <WholeCover cover={product.picture} sizes={IMAGE_SIZES} />;
}

/** Category, title, description and seller of the product. */
export function FactsText({ product, seller, isContactable }: FactsProps) {
  const { t } = useTranslation("buy");
  const { t: category } = useTranslation("categories");
  return (
    <>
      <p className="mt-5 mb-3 flex flex-wrap gap-2">
        <Badge>{category(categoryKey(product.categoryId))}</Badge>
        <SaleBadge product={product} />
      </p>
      <h1>
        <ProductTitle>{product.title}</ProductTitle>
      </h1>
      <Description {...product} topHeading="h2" className="mt-4 text-ink-2 text-lg" />
      <p className="mt-5 text-ink-2">
        {t("facts.soldBy")}{" "}
        {seller ? (
          <a href={paths.sell(seller.uid)} className="link font-semibold text-ink">
            <SellerName {...seller} />
          </a>
        ) : (
          t("facts.sellerGone")
        )}
        {seller && isContactable && (
          <>
            {" · "}
            <a href={paths.newMessage + query({ product: product.id })} className="link">
              {t("order.contactSeller")}
            </a>
          </>
        )}
      </p>
      {seller && <SellerKindNote kind={seller.kind} business={seller.business} />}
      <p className="mt-2 text-sm">
        <a href={paths.report(product.id)} rel="nofollow" className="link text-ink-2">
          {t("facts.report")}
        </a>
      </p>
    </>
  );
}

/** A second picture of the product. */
export function SecondImage({ product }: { product: ShownProduct }) {
  const { t } = useTranslation("buy");
  if (!product.imageUrl) return null;
  return (
    <img
      srcSet={product.imageSrcSet}
      sizes={product.imageSrcSet && IMAGE_SIZES}
      src={product.imageUrl}
      alt={t("facts.secondImage", { title: product.title })}
      width={product.imageSize?.width}
      height={product.imageSize?.height}
      loading="lazy"
      decoding="async"
      className="mt-8 w-full rounded-md border border-line"
    />
  );
}

/** How often a product can be sold, and how often it was. */
function SaleBadge({ product: { saleType, saleLimit, sold } }: { product: ShownProduct }) {
  const { t } = useTranslation("buy");
  if (saleLimit === null || saleType === "infinite") return <Badge>{t("facts.infinite")}</Badge>;
  if (saleType === "unique") {
    return <Badge tone="warn">{t(sold > 0 ? "facts.uniqueSold" : "facts.unique")}</Badge>;
  }
  return <Badge tone="warn">{t("facts.limited", { count: sold, limit: saleLimit })}</Badge>;
}

/** Width of a small cover. */
const SIZES =
  "(min-width:56.25rem)min(16.125rem,25vw - 1.875rem),(min-width:37.5rem)calc(50vw - 2.25rem),calc(50vw - 1.5rem)";

/** Other products of the seller. A part of the shop's cards, whose texts this page does not load. */
export function OthersText({ cards }: { cards: ProductCard[] }) {
  const { t } = useTranslation("buy");
  return (
    <>
      <h2 id="others" className="mb-6">
        {t("others.title")}
      </h2>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-8 max-xs:grid-cols-1 sm:gap-x-6 md:grid-cols-4">
        {cards.map(({ id, title, cover, amount, worth, isSoldOut }) => (
          <li key={id} className="group relative flex min-w-0 flex-col gap-2">
            <Cover {...cover} sizes={SIZES} />
            <h3 className="font-bold text-lg leading-snug">
              <a
                href={paths.buy(id)}
                className="no-underline after:absolute after:inset-0 after:content-[''] group-hover:underline"
              >
                <ProductTitle>{title}</ProductTitle>
              </a>
            </h3>
            {isSoldOut ? (
              <p>
                <Badge>{t("others.soldOut")}</Badge>
              </p>
            ) : (
              <CardPrice card={{ amount, worth }} />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
