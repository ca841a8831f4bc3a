import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { requireViewer } from "../../http/viewer";
import { paths, query } from "../../lib/paths";
import { ButtonLink } from "../../ui/button";
import { EmptyState } from "../../ui/empty-state";
import { loadWithRetry } from "../../ui/revalidation";
import { useTranslation } from "../../ui/translation";
import { ThreadItem } from "../ui/thread-item";
import { listThreads } from "../use-cases/list-threads";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  const before = new URL(request.url).searchParams.get("before");
  const page = await listThreads({ uid, before }, context.ports);
  const t = await fixedT(request, "messages");
  return { ...page, title: t("title") };
}

export const clientLoader = loadWithRetry;

export default function Messages() {
  const { t } = useTranslation("messages");
  const { threads, next } = useLoaderData<typeof loader>();
  return (
    <div className="mx-auto w-full max-w-3xl">
      <h1>{t("title")}</h1>
      <p className="mt-2 mb-8 max-w-prose text-ink-2">{t("lead")}</p>
      {threads.length === 0 ? (
        <NoThreads />
      ) : (
        <ul className="grid gap-3">
          {threads.map((thread) => (
            <ThreadItem key={thread.id} thread={thread} />
          ))}
        </ul>
      )}
      {next !== null && (
        <p className="mt-8 flex justify-center">
          <Link to={paths.messages + query({ before: next })} className="link">
            {t("older")}
          </Link>
        </p>
      )}
    </div>
  );
}

function NoThreads() {
  const { t } = useTranslation("messages");
  return (
    <EmptyState title={t("empty")}>
      <div className="text-ink-2">
        <p>{t("emptyBuyer")}</p>
        <p>{t("emptySeller")}</p>
      </div>
      <div className="flex flex-wrap justify-center gap-3">
        <ButtonLink to={paths.purchases} variant="secondary">
          {t("toPurchases")}
        </ButtonLink>
        <ButtonLink to={paths.sales} variant="secondary">
          {t("toSales")}
        </ButtonLink>
      </div>
    </EmptyState>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) =>
  pageMeta(data && { title: data.title, isPrivate: true }, error);
