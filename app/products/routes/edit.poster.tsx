import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { drawQr } from "../../http/qr";
import { requireViewer } from "../../http/viewer";
import { formatPrice } from "../../lib/lamports";
import { paths, query } from "../../lib/paths";
import { toolPaths } from "../../lib/tool-paths";
import { Button } from "../../ui/button";
import { useTranslation } from "../../ui/translation";
import { useHydrated } from "../../ui/use-hydrated";
import { purchaseLink } from "../http/share";
import { coverOf } from "../rules/cover";
import { PAPER_SIZES, type PaperSize, Poster } from "../ui/poster";
import { ownProduct } from "../use-cases/ownership";

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  const product = await ownProduct({ uid, productId: params.pid ?? "" }, context.ports);
  const { id, title } = product;
  const link = purchaseLink(product, context.ports.settings);
  const asked = new URL(request.url).searchParams.get("size");
  return {
    title: fixedT(request, "publish")("poster.title"),
    size: PAPER_SIZES.find((size) => size === asked) ?? ("a4" satisfies PaperSize),
    id,
    poster: {
      title,
      amount: formatPrice(product),
      cover: coverOf(product, "large"),
      link,
      qr: drawQr(link),
    },
  };
}

export default function PosterPage() {
  const { t } = useTranslation("publish");
  const { title, size, id, poster } = useLoaderData<typeof loader>();
  const hydrated = useHydrated();
  return (
    <div className="grid justify-items-center gap-6" data-poster>
      <link rel="stylesheet" href={`/poster-${size}.css`} media="print" />
      <header className="flex w-full flex-wrap items-center gap-x-6 gap-y-3 print:hidden">
        <h1>{title}</h1>
        <nav aria-label={t("poster.sizes")} className="flex gap-4">
          {PAPER_SIZES.map((one) => (
            <Link
              key={one}
              to={toolPaths.poster(id) + query({ size: one })}
              replace
              aria-current={one === size ? "page" : undefined}
              className="link uppercase aria-[current]:font-bold"
            >
              {one}
            </Link>
          ))}
        </nav>
        {hydrated && <Button onClick={() => window.print()}>{t("poster.print")}</Button>}
        <Link to={paths.edit(id)} className="link ml-auto">
          {t("poster.back")}
        </Link>
        {!hydrated && <p className="w-full text-ink-2">{t("poster.printHint")}</p>}
      </header>
      <Poster size={size} {...poster} />
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) => pageMeta(data, error);
