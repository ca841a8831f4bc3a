import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { queryNumber } from "../../http/query-number";
import { requireViewer } from "../../http/viewer";
import { paths, query } from "../../lib/paths";
import { ButtonLink } from "../../ui/button";
import { EmptyState } from "../../ui/empty-state";
import { PageError } from "../../ui/page-error";
import { toast } from "../../ui/toast";
import { useTranslation } from "../../ui/translation";
import { LibraryItem } from "../ui/library-item";
import { readLibrary } from "../use-cases/read-library";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  const before = queryNumber(request, "before");
  const page = await readLibrary({ uid, before }, context.ports);
  const provesPurchases = await context.ports.statements.canSign();
  const t = fixedT(request, "library");
  return { ...page, provesPurchases, title: t("title") };
}

export default function Purchases() {
  const { t } = useTranslation("library");
  const { entries, next, provesPurchases } = useLoaderData<typeof loader>();
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
            <LibraryItem key={entry.orderId} entry={entry} provesPurchases={provesPurchases} />
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

export const meta: MetaFunction<typeof loader> = ({ data, error }) =>
  pageMeta(data && { title: data.title }, error);

export function ErrorBoundary() {
  const { t } = useTranslation("library");
  const message = t("loadFailed");
  useEffect(() => toast(message), [message]);
  return <PageError title={message} elsewhere={{ to: paths.shop, text: t("toShop") }} />;
}
