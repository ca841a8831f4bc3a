import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import type { ShownSellerStatus } from "../../accounts/rules/seller-status";
import { fixedT } from "../../http/locale";
import { pageAddress } from "../../http/page-address";
import { pageMeta } from "../../http/page-meta";
import { readViewer } from "../../http/viewer";
import { paths } from "../../lib/paths";
import { categoryKey } from "../../products/rules/categories";
import type { ListingStatus } from "../../products/rules/product";
import type { SaleType } from "../../products/rules/sale-type";
import { WholeCover } from "../../products/ui/cover";
import { Description } from "../../products/ui/description";
import { ProductPresentation } from "../../products/ui/product-presentation";
import { ProductTitle } from "../../products/ui/product-title";
import { SellerKindNote } from "../../products/ui/seller-kind";
import { readPresentation } from "../../products/use-cases/read-presentation";
import { readWorths } from "../../rates/http/worths";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { LocalTime } from "../../ui/local-time";
import { PageError } from "../../ui/page-error";
import { Sol } from "../../ui/sol";
import { useTranslation } from "../../ui/translation";
import { usePageError } from "../../ui/use-page-error";
import { previewProduct } from "../use-cases/preview-product";

export const handle = { script: false };

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { id = "" } = params;
  const viewer = await readViewer({ context });
  const [{ shareImage: image, ...product }, presentation] = await Promise.all([
    previewProduct({ id, viewer }, context.ports),
    readPresentation({ productId: id }, context.ports),
  ]);
  const t = fixedT(request, "preview");
  const title = t("metaTitle", { title: product.title });
  const { description } = product;
  // Search engines list the purchase page.
  const address = pageAddress({ request, context }, paths.buy(id));
  const isPrivate = product.status !== "active";
  const worths = await readWorths({ request, context });
  return {
    id,
    product: worths.with(product),
    presentation,
    rateNote: worths.note,
    title,
    description,
    address,
    image,
    isPrivate,
  };
}

/** Width of the images. */
const SIZES =
  "(min-width:56.25rem)min(33.25rem,50vw - 2.75rem),(min-width:37.5rem)calc(100vw - 3rem),calc(100vw - 2rem)";

/** Half of it, without the gap. */
const HALF_SIZES =
  "(min-width:56.25rem)min(16.125rem,25vw - 1.875rem),(min-width:37.5rem)calc(50vw - 2rem),calc(50vw - 1.375rem)";

export default function Preview() {
  const { id, product, presentation } = useLoaderData<typeof loader>();
  const { t } = useTranslation("preview");
  const { title, cover } = product;
  return (
    <article className="grid gap-x-10 gap-y-6 md:grid-cols-2">
      <WholeCover cover={cover} sizes={SIZES} />
      <div className="flex min-w-0 flex-col items-stretch gap-5 md:row-span-2">
        <p>
          <Badge tone="warn">{t("badge")}</Badge>
        </p>
        <h1>
          <ProductTitle>{title}</ProductTitle>
        </h1>
        <Sol
          amount={product.amount}
          worth={product.worth}
          className="font-bold font-display text-3xl tracking-tight"
        />
        <Button disabled title={t("disabled")}>
          {t("inactive")}
        </Button>
        <section>
          <h2 className="sr-only">{t("description")}</h2>
          <Description
            description={product.description}
            formatted={product.formatted}
            topHeading="h3"
            className="text-ink-2 leading-relaxed"
          />
        </section>
        <PreviewFacts {...product} />
        <SellerAndReport id={id} seller={product.seller} />
      </div>
      <ProductPresentation
        {...presentation}
        title={title}
        poster={cover.url}
        sizes={SIZES}
        halfSizes={HALF_SIZES}
      />
    </article>
  );
}

function SellerAndReport({ id, seller }: { id: string; seller: ShownSellerStatus | null }) {
  const { t } = useTranslation("preview");
  return (
    <>
      {seller && <SellerKindNote {...seller} />}
      <p className="text-sm">
        <a href={paths.report(id)} rel="nofollow" className="link text-ink-2">
          {t("report")}
        </a>
      </p>
    </>
  );
}

interface FactsProps {
  sold: number;
  listing: ListingStatus;
  saleType: SaleType;
  saleLimit: number | null;
  categoryId: number;
  /** Base58. */
  recipient: string;
  /** Epoch ms. */
  createdAt: number;
}

/** The product's settings, for the seller to check before sharing. */
function PreviewFacts(props: FactsProps) {
  const { sold, listing, saleType, saleLimit, categoryId, recipient, createdAt } = props;
  const { t } = useTranslation("preview");
  const { t: category } = useTranslation("categories");
  return (
    <dl className="grid gap-3 border-line border-t pt-5">
      {sold > 0 && <Fact name={t("fields.sales")}>{sold}</Fact>}
      <Fact name={t("fields.status")}>{t(`status.${listing}`)}</Fact>
      <Fact name={t("fields.saleType")}>{t(`saleType.${saleType}`, { limit: saleLimit })}</Fact>
      <Fact name={t("fields.category")}>{category(categoryKey(categoryId))}</Fact>
      <Fact name={t("fields.wallet")}>
        <code className="break-all font-mono text-sm">{recipient}</code>
      </Fact>
      <Fact name={t("fields.created")}>
        <LocalTime at={createdAt} show="day" />
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 sm:grid-cols-[10rem_1fr]">
      <dt className="text-ink-2">{name}</dt>
      <dd className="min-w-0 font-medium tabular-nums">{children}</dd>
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) => pageMeta(data, error);

export function ErrorBoundary() {
  const { t } = useTranslation("preview");
  const { kind } = usePageError();
  const title = t(kind === "missing" ? "missing" : "failed");
  return <PageError title={title} elsewhere={{ to: paths.shop, text: t("shop") }} />;
}
