import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { queryNumber } from "../../http/query-number";
import { requireViewer } from "../../http/viewer";
import { paths, query } from "../../lib/paths";
import { Cover } from "../../products/ui/cover";
import { ProductTitle } from "../../products/ui/product-title";
import { ButtonLink } from "../../ui/button";
import { EmptyState } from "../../ui/empty-state";
import { useLocalTime } from "../../ui/local-time";
import { PageError } from "../../ui/page-error";
import { toast } from "../../ui/toast";
import { useTranslation } from "../../ui/translation";
import { type LibraryEntry, readLibrary } from "../use-cases/read-library";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  const before = queryNumber(request, "before");
  const page = await readLibrary({ uid, before }, context.ports);
  const t = await fixedT(request, "library");
  return { ...page, title: t("title") };
}

export default function Purchases() {
  const { t } = useTranslation("library");
  const { entries, next } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>{t("title")}</h1>
      <p className="mt-2 mb-8 text-ink-2">{t("lead")}</p>
      {entries.length === 0 ? (
        <EmptyState title={t("empty")}>
          <p className="text-ink-2">{t("emptyHint")}</p>
          <ButtonLink to={paths.shop} reloadDocument>
            {t("toShop")}
          </ButtonLink>
        </EmptyState>
      ) : (
        <ul className="grid gap-6 sm:grid-cols-2 md:grid-cols-3">
          {entries.map((entry) => (
            <LibraryItem key={entry.productId} entry={entry} />
          ))}
        </ul>
      )}
      <p className="mt-8 flex min-h-11 justify-center">
        {next !== null && (
          <Link to={paths.purchases + query({ before: next })} className="link">
            {t("older")}
          </Link>
        )}
      </p>
    </>
  );
}

/** Width of a cover in its card. */
const COVER_SIZES =
  "(min-width:56.25rem)min(19.8rem,33.3vw - 4.1rem),(min-width:37.5rem)calc(50vw - 4.4rem),calc(100vw - 4.1rem)";

/** A purchase: links to the product's page and to its file, which opens in a new tab. */
function LibraryItem({ entry }: { entry: LibraryEntry }) {
  const { t } = useTranslation("library");
  const { productId, orderId, description, cover, boughtAt, update } = entry;
  const title = entry.title ?? t("unknown");
  const { moment } = useLocalTime();
  const titleId = `title-${productId}`;
  return (
    <li className="flex flex-col overflow-hidden rounded-lg border border-line bg-card">
      <div className="relative flex-1 p-4">
        <Cover {...cover} sizes={COVER_SIZES} />
        <h2 className="mt-4 text-lg" id={titleId}>
          <a
            href={paths.buy(productId)}
            className="no-underline before:absolute before:inset-0 hover:underline"
          >
            <ProductTitle>{title}</ProductTitle>
          </a>
        </h2>
        <p className="mt-2 line-clamp-3 whitespace-pre-line wrap-anywhere text-ink-2 text-sm">
          {description}
        </p>
        {update && (
          <div className="relative mt-4 rounded-md border border-line bg-sunk px-3 py-2 text-sm">
            <p className="font-semibold">{t("updated", { date: moment(update.at) })}</p>
            <p className="line-clamp-3 whitespace-pre-line wrap-anywhere text-ink-2">
              {update.note}
            </p>
            <a
              href={paths.purchasedFile(productId) + query({ version: "bought" })}
              target="_blank"
              rel="noreferrer"
              aria-describedby={titleId}
              className="link inline-flex min-h-9 items-center"
            >
              {t("bought")}
            </a>
          </div>
        )}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-line border-t px-4 py-3">
        <div className="grid gap-1 text-xs">
          <span className="text-ink-3">{t("boughtOn", { date: moment(boughtAt) })}</span>
          <span className="flex flex-wrap gap-x-4">
            <a
              href={paths.purchaseReceipt(orderId)}
              aria-describedby={titleId}
              className="link inline-flex min-h-6 items-center"
            >
              {t("receipt")}
            </a>
            <a
              href={paths.newMessage + query({ product: productId })}
              aria-describedby={titleId}
              className="link inline-flex min-h-6 items-center"
            >
              {t("contactSeller")}
            </a>
          </span>
        </div>
        <a
          href={paths.purchasedFile(productId)}
          target="_blank"
          rel="noreferrer"
          aria-describedby={titleId}
          className="inline-flex min-h-9 items-center rounded-full border border-line-2 px-4 font-semibold text-sm no-underline hover:border-ink"
        >
          {t("download")}
        </a>
      </div>
    </li>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) =>
  pageMeta(data && { title: data.title }, error);

export function ErrorBoundary() {
  const { t } = useTranslation("library");
  const message = t("loadFailed");
  useEffect(() => toast(message), [message]);
  return <PageError title={message} elsewhere={{ to: paths.shop, text: t("toShop") }} />;
}
