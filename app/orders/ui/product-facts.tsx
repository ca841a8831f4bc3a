import { SellerName } from "../../accounts/ui/seller-name";
import { paths, query } from "../../lib/paths";
import { categoryKey } from "../../products/rules/categories";
import { WholeCover } from "../../products/ui/cover";
import { ProductTitle } from "../../products/ui/product-title";
import { Address } from "../../ui/address";
import { Badge } from "../../ui/badge";
import { useKept } from "../../ui/kept-html";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";
import { canContactSeller, type PurchasePage, type ShownProduct } from "../rules/purchase-page";

type Facts = Pick<PurchasePage, "product" | "seller" | "file">;

/** Width of the images: that of the page's first column. */
const SIZES =
  "(min-width:64rem)min(36.5rem,100vw - 35.5rem),(min-width:56.25rem)calc(100vw - 30.5rem),(min-width:37.5rem)calc(100vw - 3rem),calc(100vw - 2rem)";

/** The product, its seller, and the file's type, size and hash. */
export function ProductFacts({
  product,
  seller,
  file,
  stage,
}: Facts & Pick<PurchasePage, "stage">) {
  const isContactable = canContactSeller(stage);
  const { picture, priceLamports: _price, ...shown } = product;
  // A generated cover follows from the id.
  const key = JSON.stringify({ ...shown, cover: picture.url, seller, file, isContactable });
  const content = useKept(
    `facts ${key}`,
    <Content product={product} seller={seller} file={file} isContactable={isContactable} />,
  );
  return <article className="min-w-0" {...content} />;
}

function Content({ product, seller, file, isContactable }: Facts & { isContactable: boolean }) {
  const { t } = useTranslation("buy");
  const { t: category } = useTranslation("categories");
  return (
    <>
      <WholeCover cover={product.picture} sizes={SIZES} />
      <p className="mt-5 mb-3 flex flex-wrap gap-2">
        <Badge>{category(categoryKey(product.categoryId))}</Badge>
        <SaleBadge product={product} />
      </p>
      <h1>
        <ProductTitle>{product.title}</ProductTitle>
      </h1>
      <p className="mt-4 max-w-prose whitespace-pre-line wrap-anywhere text-ink-2 text-lg">
        {product.description}
      </p>
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
      {file && <FileFacts file={file} />}
      {product.imageUrl && (
        <img
          srcSet={product.imageSrcSet}
          sizes={product.imageSrcSet && SIZES}
          src={product.imageUrl}
          alt={t("facts.secondImage", { title: product.title })}
          width={product.imageSize?.width}
          height={product.imageSize?.height}
          loading="lazy"
          decoding="async"
          className="mt-8 w-full rounded-md border border-line"
        />
      )}
    </>
  );
}

function FileFacts({ file }: { file: NonNullable<Facts["file"]> }) {
  const { t } = useTranslation("buy");
  const { size } = useFormat();
  const type = /\.([a-z0-9]{1,8})$/i.exec(file.name)?.[1]?.toUpperCase();
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-2 text-sm">
      {[type, size(file.sizeBytes), t("facts.sha256")].filter(Boolean).join(" · ")}
      <Address value={file.sha256} label={t("facts.copySha")} />
    </p>
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
