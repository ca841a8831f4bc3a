import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { isRouteErrorResponse, useLoaderData, useRouteError } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { Cover } from "../../products/ui/cover";
import { ProductTitle } from "../../products/ui/product-title";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { PageFault } from "../../ui/page-error";
import { Sol } from "../../ui/sol";
import { PreviewFacts } from "../ui/preview-facts";
import { previewProduct } from "../use-cases/preview-product";

export const handle = { script: false };

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const product = await previewProduct({ id: params.id ?? "" }, context.ports);
  const t = await fixedT(request, "preview");
  return { product, title: t("metaTitle", { title: product.title }), isPrivate: true };
}

export default function Preview() {
  const { product } = useLoaderData<typeof loader>();
  const { t } = useTranslation("preview");
  const { title, picture, imageUrl } = product;
  return (
    <article className="grid gap-x-10 gap-y-6 md:grid-cols-2">
      <Cover url={picture.url} drawn={picture.drawn} eager />
      <div className="flex min-w-0 flex-col items-stretch gap-5 md:row-span-2">
        <p>
          <Badge tone="warn">{t("badge")}</Badge>
        </p>
        <h1>
          <ProductTitle>{title}</ProductTitle>
        </h1>
        <Sol amount={product.amount} className="font-bold font-display text-3xl tracking-tight" />
        <Button disabled title={t("disabled")}>
          {t("inactive")}
        </Button>
        <section>
          <h2 className="sr-only">{t("description")}</h2>
          <p className="max-w-prose whitespace-pre-line break-words text-ink-2 leading-relaxed">
            {product.description}
          </p>
        </section>
        <PreviewFacts {...product} />
      </div>
      {imageUrl && (
        <img
          src={imageUrl}
          alt={t("secondImage", { title })}
          loading="lazy"
          className="w-full rounded-md border border-line"
        />
      )}
    </article>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) => pageMeta(data, error);

export function ErrorBoundary() {
  const { t } = useTranslation("preview");
  const error = useRouteError();
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return <PageFault title={t(isMissing ? "missing" : "failed")} to="/shop" action={t("shop")} />;
}
