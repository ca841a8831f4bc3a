import type { ReactNode } from "react";
import { Badge } from "../../ui/badge";
import { useTranslation } from "../../ui/translation";
import type { WholeProductCover } from "../rules/cover";
import type { ShownPresentation } from "../rules/presentation";
import type { Product } from "../rules/product";
import { WholeCover } from "./cover";
import { ProductPresentation } from "./product-presentation";

/** Width of the images of the product: that of the page's first column. */
const IMAGE_SIZES =
  "(min-width:64rem)min(36.5rem,100vw - 35.5rem),(min-width:56.25rem)calc(100vw - 30.5rem),(min-width:37.5rem)calc(100vw - 3rem),calc(100vw - 2rem)";

/** Half of it, without the gap. */
const HALF_SIZES =
  "(min-width:64rem)min(17.75rem,50vw - 18.25rem),(min-width:56.25rem)calc(50vw - 15.75rem),(min-width:37.5rem)calc(50vw - 2rem),calc(50vw - 1.375rem)";

/** The cover at the top of a product's page. */
export function PageCover({ cover }: { cover: WholeProductCover }) {
  return <WholeCover cover={cover} sizes={IMAGE_SIZES} />;
}

interface TextProps {
  badges: ReactNode;
  title: ReactNode;
  description: ReactNode;
  /** The seller, by a link or a name. */
  seller: ReactNode;
  /** More about the seller and the product, below. */
  children?: ReactNode;
}

/** Category, title, description and seller of a product. */
export function ProductText({ badges, title, description, seller, children }: TextProps) {
  const { t } = useTranslation("product");
  return (
    <>
      <p className="mt-5 mb-3 flex flex-wrap gap-2">{badges}</p>
      <h1>{title}</h1>
      {description}
      <p className="mt-5 text-ink-2">
        {t("soldBy")} {seller}
      </p>
      {children}
    </>
  );
}

/** Of the description. */
export const DESCRIPTION_STYLE = "mt-4 text-ink-2 text-lg";

interface PresentationProps extends ShownPresentation {
  /** Of the product. */
  title: string;
  /** Address of the cover; null without one. */
  poster: string | null;
}

/** The sample and the pictures of a product, where it has any. */
export function PagePresentation(props: PresentationProps) {
  return (
    <ProductPresentation {...props} sizes={IMAGE_SIZES} halfSizes={HALF_SIZES} className="mt-8" />
  );
}

type Sale = Pick<Product, "saleType" | "saleLimit" | "sold">;

/** How often a product can be sold, and how often it was. */
export function SaleBadge({ saleType, saleLimit, sold }: Sale) {
  const { t } = useTranslation("product");
  if (saleLimit === null || saleType === "infinite") return <Badge>{t("infinite")}</Badge>;
  if (saleType === "unique") {
    return <Badge tone="warn">{t(sold > 0 ? "uniqueSold" : "unique")}</Badge>;
  }
  return <Badge tone="warn">{t("limited", { count: sold, limit: saleLimit })}</Badge>;
}
