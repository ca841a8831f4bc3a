import { useLocation, useNavigate } from "@remix-run/react";
import { type MouseEvent, useId } from "react";
import { SellerName } from "../../accounts/ui/seller-name";
import { FREE } from "../../lib/lamports";
import { paths } from "../../lib/paths";
import { categoryKey } from "../../products/rules/categories";
import type { ProductCard } from "../../products/rules/product-card";
import { WholeCover } from "../../products/ui/cover";
import { Description } from "../../products/ui/description";
import { ProductBadges } from "../../products/ui/product-grid";
import { ProductTitle } from "../../products/ui/product-title";
import { ButtonLink } from "../../ui/button";
import { CLOSE_ICON, Icon } from "../../ui/icon";
import { PageLink } from "../../ui/page-link";
import { Sol } from "../../ui/sol";
import { useTranslation } from "../../ui/translation";
import { useModal } from "../../ui/use-modal";
import { type QuickViewProduct, type ShopState, shopPath } from "../rules/shop";
import { FavouriteButton } from "./favourite-button";
import type { Prefetch } from "./use-favourites";

/** Width of the images in the dialog. */
const IMAGE_SIZES =
  "(min-width:56.25rem)min(25.4rem,50vw - 3.6rem),(min-width:37.5rem)min(52.9rem,100vw - 5.1rem),calc(100vw - 4.1rem)";

/** State of the history entry that a link to the quick view makes: Back leads to the list. */
const OPENED_IN_LIST = { openedInList: true };

interface LinkProps {
  card: ProductCard;
  state: ShopState;
  prefetch: Prefetch;
  /** Its quick view is loading. */
  isOpening: boolean;
}

/** Opens the quick view of a card. */
export function QuickViewLink(props: LinkProps) {
  const { card, state, prefetch, isOpening } = props;
  const { t } = useTranslation("shop");
  return (
    <PageLink
      to={shopPath(state, { product: card.id })}
      state={OPENED_IN_LIST}
      prefetch={prefetch}
      preventScrollReset
      rel="nofollow"
      aria-haspopup="dialog"
      aria-busy={isOpening}
      aria-label={t("quickView.of", { title: card.title })}
      className="quiet relative z-10 inline-flex min-h-8 items-center self-start rounded-full border border-line-2 px-3 font-semibold text-xs no-underline transition-opacity hover:border-ink hover:bg-card aria-busy:animate-pulse aria-busy:[animation-delay:300ms]"
    >
      {t("quickView.open")}
    </PageLink>
  );
}

interface Props {
  product: QuickViewProduct;
  state: ShopState;
}

/**
 * Details of a product over the list. Its address opens it, so that it works without script; with
 * script it is modal.
 */
export function QuickView({ product, state }: Props) {
  const { t } = useTranslation("shop");
  const { t: category } = useTranslation("categories");
  const dialog = useModal();
  const close = useClose(state);
  const titleId = useId();

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is on the backdrop; Escape cancels the dialog.
    <dialog
      ref={dialog}
      open
      aria-labelledby={titleId}
      onCancel={close}
      onClick={(event) => event.target === event.currentTarget && close(event)}
      className="fixed inset-0 z-50 m-auto h-fit max-h-[calc(100dvh-2rem)] w-[min(56rem,calc(100vw-2rem))] overflow-y-auto overscroll-contain rounded-lg border border-line bg-card p-0 shadow-ticket"
    >
      {/* Stays in sight, and takes no space. */}
      <div className="sticky top-0 z-10 flex h-0 justify-end">
        <PageLink
          to={shopPath(state, { product: null })}
          onClick={close}
          aria-label={t("quickView.close")}
          className="m-5 inline-flex size-10 shrink-0 items-center justify-center rounded-full border border-line-2 bg-card hover:border-ink"
        >
          <Icon d={CLOSE_ICON} />
        </PageLink>
      </div>
      <div className="grid gap-x-8 gap-y-5 p-4 sm:p-6 md:grid-cols-2">
        <Pictures product={product} />
        <div className="flex min-w-0 flex-col gap-4">
          <p className="text-ink-2 text-sm md:min-h-6 md:pr-12">
            {category(categoryKey(product.categoryId))}
          </p>
          <h2 id={titleId}>
            <ProductTitle>{product.title}</ProductTitle>
          </h2>
          <Sol
            amount={product.amount}
            worth={product.worth}
            className="font-bold font-display text-2xl"
          />
          <BuyButtons product={product} />
          <Details product={product} />
        </div>
      </div>
    </dialog>
  );
}

function Pictures({ product }: Pick<Props, "product">) {
  const { t } = useTranslation("shop");
  return (
    <div className="flex flex-col gap-3">
      <div className="relative">
        <WholeCover cover={product.cover} sizes={IMAGE_SIZES} />
        <div className="absolute top-2 left-2 flex flex-wrap gap-1.5">
          <ProductBadges card={product} />
        </div>
      </div>
      {product.imageUrl && (
        <img
          srcSet={product.imageSrcSet}
          sizes={product.imageSrcSet && IMAGE_SIZES}
          src={product.imageUrl}
          alt={t("quickView.secondImage", { title: product.title })}
          width={640}
          height={480}
          decoding="async"
          className="aspect-[4/3] h-auto w-full rounded-md border border-line bg-sunk object-contain"
        />
      )}
    </div>
  );
}

function BuyButtons({ product }: Pick<Props, "product">) {
  const { t } = useTranslation("shop");
  return (
    <div className="flex items-center gap-3">
      <ButtonLink
        to={paths.buy(product.id)}
        size="l"
        className="flex-1"
        variant={product.isSoldOut ? "secondary" : "primary"}
      >
        {t(isForSale(product) ? "quickView.buy" : "quickView.see")}
      </ButtonLink>
      <FavouriteButton card={product} />
    </div>
  );
}

function isForSale({ isSoldOut, amount }: ProductCard): boolean {
  return !isSoldOut && amount !== FREE;
}

function Details({ product }: Pick<Props, "product">) {
  const { t } = useTranslation("shop");
  const { description, formatted, seller } = product;
  return (
    <>
      <Description
        description={description}
        formatted={formatted}
        topHeading="h3"
        className="text-ink-2"
      />
      {seller && (
        <p className="text-ink-2 text-sm">
          {t("quickView.soldBy")}{" "}
          <a href={paths.sell(seller.uid)} className="link font-semibold text-ink">
            <SellerName {...seller} />
          </a>
        </p>
      )}
    </>
  );
}

/** Goes back to the list, or replaces an address that was opened directly. */
function useClose(state: ShopState) {
  const navigate = useNavigate();
  const { state: entry } = useLocation();
  const isInList = Boolean((entry as typeof OPENED_IN_LIST | null)?.openedInList);
  return (event: Pick<MouseEvent, "preventDefault">) => {
    // Navigation removes the dialog. Closed earlier, the same address would not open it again.
    event.preventDefault();
    if (isInList) navigate(-1);
    else navigate(shopPath(state, { product: null }), { replace: true, preventScrollReset: true });
  };
}
