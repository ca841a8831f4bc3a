import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { requireViewer } from "../../http/viewer";
import { ButtonLink } from "../../ui/button";
import { EmptyState } from "../../ui/empty-state";
import { PageFault } from "../../ui/page-error";
import { toast } from "../../ui/toast";
import { LibraryItem } from "../ui/library-item";
import { readLibrary } from "../use-cases/read-library";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const { uid } = await requireViewer({ request, context });
  const before = Number(searchParams.get("before")) || undefined;
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
          <ButtonLink to="/shop" reloadDocument>
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
          <Link to={`/purchases?before=${next}`} className="link">
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
  const words = t("loadFailed");
  useEffect(() => toast(words), [words]);
  return <PageFault title={words} to="/purchases" action={t("retry")} />;
}
