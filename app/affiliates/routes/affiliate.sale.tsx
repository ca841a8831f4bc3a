import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { requireViewer } from "../../http/viewer";
import { formatSol } from "../../lib/lamports";
import { offerPaths } from "../../lib/offer-paths";
import { paths } from "../../lib/paths";
import { ProductTitle } from "../../products/ui/product-title";
import { Address } from "../../ui/address";
import { LocalTime } from "../../ui/local-time";
import { Sol } from "../../ui/sol";
import { useTranslation } from "../../ui/translation";
import { readRecommendedSale } from "../use-cases/recommendations";

export const handle = { script: false };

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  const input = { uid, orderId: params.orderId ?? "" };
  const entries = await readRecommendedSale(input, context.ports);
  const title = fixedT(request, "page-recommend")("sale.title");
  const [{ title: product, productId }] = entries;
  return { title, orderId: input.orderId, product: { id: productId, title: product }, entries };
}

export default function RecommendedSale() {
  const { t } = useTranslation("page-recommend");
  const { title, orderId, product, entries } = useLoaderData<typeof loader>();
  return (
    <div className="mx-auto grid w-full max-w-2xl grid-cols-[minmax(0,1fr)] gap-6" data-receipt>
      <header className="grid gap-2">
        <h1>{title}</h1>
        <p className="wrap-anywhere text-lg">
          <a href={paths.buy(product.id)} className="link">
            <ProductTitle>{product.title}</ProductTitle>
          </a>
        </p>
        <p className="break-all text-ink-2 text-sm">{t("sale.id", { id: orderId })}</p>
      </header>
      <ul className="divide-y divide-line border-line border-y">
        {entries.map(({ kind, lamports, signature, wallet, at }) => (
          <li key={kind + signature} className="grid grid-cols-[minmax(0,1fr)] gap-1 py-4">
            <p className="flex flex-wrap justify-between gap-x-4">
              <span className="font-semibold">{t(`sale.kinds.${kind}`)}</span>
              <Sol amount={formatSol(lamports)} />
            </p>
            <p className="text-ink-2 text-sm">
              <LocalTime at={at} />
            </p>
            <p className="text-sm">
              {t("sale.wallet")} <Address value={wallet} />
            </p>
            <p className="text-sm">
              {t("sale.signature")} <Address value={signature} />
            </p>
          </li>
        ))}
      </ul>
      <p>
        <a href={offerPaths.affiliate} className="link">
          {t("mine")}
        </a>
      </p>
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) =>
  pageMeta(data && { title: data.title, isPrivate: true }, error);
