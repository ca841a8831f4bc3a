import { Fragment } from "react";
import { SellerName } from "../../accounts/ui/seller-name";
import { offerPaths } from "../../lib/offer-paths";
import { paths, query } from "../../lib/paths";
import { categoryKey } from "../../products/rules/categories";
import type { ProductCard } from "../../products/rules/product-card";
import { CardPrice } from "../../products/ui/card-price";
import { Cover } from "../../products/ui/cover";
import { Description } from "../../products/ui/description";
import {
  DESCRIPTION_STYLE,
  PageCover,
  PagePresentation,
  ProductText,
  SaleBadge,
} from "../../products/ui/product-text";
import { ProductTitle } from "../../products/ui/product-title";
import { SellerKindNote } from "../../products/ui/seller-kind";
import { Stars } from "../../products/ui/stars";
import { type AmountsProps, TicketAmounts } from "../../products/ui/ticket-amounts";
import { ReviewsLine, ReviewsSection } from "../../reviews/ui/reviews-section";
import { Badge } from "../../ui/badge";
import { Sol } from "../../ui/sol";
import { useTranslation } from "../../ui/translation";
import type { PageProduct, PurchasePage, ShownBundle } from "../rules/purchase-page";

export interface FactsProps extends Pick<PurchasePage, "seller" | "authors" | "affiliatePercent"> {
  product: PageProduct;
  isContactable: boolean;
}

/** The amounts of the ticket. */
export function AmountsText(props: AmountsProps) {
  return <TicketAmounts {...props} />;
}

/** The product's cover. */
export function FactsCover({ product }: Pick<FactsProps, "product">) {
  return <PageCover cover={product.picture} />;
}

/** The sample, the pictures and the reviews of the product. */
export function FactsPresentation({ product }: Pick<FactsProps, "product">) {
  const { id, pictures, sample, title, picture, reviews } = product;
  return (
    <>
      <PagePresentation {...{ pictures, sample, title }} poster={picture.url} />
      {reviews && <ReviewsSection productId={id} reviews={reviews} />}
    </>
  );
}

/** Category, title, description and seller of the product. */
export function FactsText({
  product,
  seller,
  authors,
  affiliatePercent,
  isContactable,
}: FactsProps) {
  const { t } = useTranslation("buy");
  const { t: category } = useTranslation("categories");
  return (
    <ProductText
      badges={
        <>
          <Badge>{category(categoryKey(product.categoryId))}</Badge>
          <SaleBadge {...product} />
        </>
      }
      title={<ProductTitle>{product.title}</ProductTitle>}
      description={<Description {...product} topHeading="h2" className={DESCRIPTION_STYLE} />}
      seller={<SellerLinks {...{ product, seller, authors, isContactable }} />}
    >
      {product.reviews && <ReviewsLine {...product.reviews} />}
      {product.bundle && <BundleItems {...product.bundle} />}
      {seller && <SellerKindNote kind={seller.kind} business={seller.business} />}
      {product.isLicensed && <p className="mt-2 text-sm">{t("facts.licence")}</p>}
      {affiliatePercent !== null && (
        <p className="mt-2 text-sm">
          <a href={offerPaths.recommend(product.id)} rel="nofollow" className="link">
            {t("facts.recommend", { percent: affiliatePercent })}
          </a>
        </p>
      )}
      <p className="mt-2 text-sm">
        <a href={paths.report(product.id)} rel="nofollow" className="link text-ink-2">
          {t("facts.report")}
        </a>
      </p>
    </ProductText>
  );
}

/** What a bundle consists of, what it saves, and how to pay less. */
function BundleItems({ title, items, list, saves, stop, hint }: ShownBundle) {
  return (
    <section aria-labelledby="bundle-items" className="my-6">
      <h2 id="bundle-items" className="text-xl">
        {title}
      </h2>
      {stop && (
        <p
          role="status"
          className="mt-3 rounded-md border-warn border-l-4 bg-warn-soft px-4 py-3 wrap-anywhere"
        >
          {stop}
        </p>
      )}
      <ul className="mt-3 divide-y divide-line rounded-md border border-line bg-card">
        {items.map((item) => (
          <li key={item.id} className="flex items-baseline gap-4 px-3.5 py-2.5">
            <span className="min-w-0 grow wrap-anywhere">
              <a href={paths.buy(item.id)} className="link">
                {item.title}
              </a>
              {item.note && <span className="block text-ink-2 text-sm">{item.note}</span>}
            </span>
            <Sol amount={item.price} className="shrink-0" />
          </li>
        ))}
        <li className="flex items-baseline gap-4 px-3.5 py-2.5 text-ink-2">
          <span className="grow">{list.label}</span>
          <Sol amount={list.amount} className="shrink-0" />
        </li>
      </ul>
      {saves && <p className="mt-3 font-semibold">{saves}</p>}
      {hint && (
        <p className="mt-3 text-ink-2 text-sm">
          {hint.text}{" "}
          {hint.signIn && (
            <a href={hint.signIn.to} rel="nofollow" className="link">
              {hint.signIn.text}
            </a>
          )}
        </p>
      )}
    </section>
  );
}

/** The seller's page, and the way to write to them where the viewer can. */
function SellerLinks({
  product,
  seller,
  authors,
  isContactable,
}: Omit<FactsProps, "affiliatePercent">) {
  const { t } = useTranslation("buy");
  if (!seller) return t("facts.sellerGone");
  return (
    <>
      <a href={paths.sell(seller.uid)} className="link font-semibold text-ink">
        <SellerName {...seller} />
      </a>
      {authors.length > 0 && (
        <span className="block text-sm">
          {t("facts.authors")}{" "}
          {authors.map((author, index) => (
            <Fragment key={author.uid}>
              {index > 0 && ", "}
              <AuthorName {...author} />
            </Fragment>
          ))}
        </span>
      )}
      {isContactable && (
        <>
          {" · "}
          <a href={paths.newMessage + query({ product: product.id })} className="link">
            {t("order.contactSeller")}
          </a>
        </>
      )}
    </>
  );
}

function AuthorName({ uid, name, hasPage }: FactsProps["authors"][number]) {
  const shown = <SellerName uid={uid} name={name} />;
  if (!hasPage) return shown;
  return (
    <a href={paths.sell(uid)} className="link">
      {shown}
    </a>
  );
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
        {cards.map(({ id, title, cover, amount, worth, stars, isSoldOut }) => (
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
            {stars && (
              <p className="text-ink-2 text-sm">
                <Stars stars={stars} />
              </p>
            )}
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
