import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { redirect } from "@remix-run/cloudflare";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { readForm } from "../../http/read-form";
import { requireViewer } from "../../http/viewer";
import { paths, query } from "../../lib/paths";
import { Problem } from "../../lib/problem";
import { Button, ButtonLink } from "../../ui/button";
import { EmptyState } from "../../ui/empty-state";
import { loadWithRetry } from "../../ui/revalidation";
import { useTranslation } from "../../ui/translation";
import { ThreadItem } from "../ui/thread-item";
import { emptyRequests, listThreads } from "../use-cases/list-threads";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  const { searchParams } = new URL(request.url);
  const requests = searchParams.has("requests");
  const page = await listThreads(
    { uid, before: searchParams.get("before"), requests },
    context.ports,
  );
  const t = fixedT(request, "messages");
  return { ...page, requests, title: t(requests ? "requests.title" : "title") };
}

export const clientLoader = loadWithRetry;

const schema = z.object({
  intent: z.literal("empty"),
  until: z.coerce.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER),
});

/** Empties the list of requests. */
export async function action(args: ActionFunctionArgs) {
  const { uid } = await requireViewer(args);
  const asked = schema.safeParse(Object.fromEntries(await readForm(args.request)));
  if (!asked.success) throw new Problem("invalid_input");
  await emptyRequests({ uid, until: asked.data.until }, args.context.ports);
  return redirect(REQUESTS_PATH);
}

const REQUESTS_PATH = paths.messages + query({ requests: 1 });

export default function Messages() {
  const { t } = useTranslation("messages");
  const { threads, next, requests, requestCount } = useLoaderData<typeof loader>();
  return (
    <div className="mx-auto w-full max-w-3xl">
      <h1>{t(requests ? "requests.title" : "title")}</h1>
      <p className="mt-2 mb-8 max-w-prose text-ink-2">{t(requests ? "requests.lead" : "lead")}</p>
      {requests ? (
        <RequestsActions count={requestCount} until={threads[0]?.lastAt ?? 0} />
      ) : (
        requestCount > 0 && (
          <p className="mb-6">
            <Link to={REQUESTS_PATH} className="link">
              {t("requests.link", { count: requestCount })}
            </Link>
          </p>
        )
      )}
      {threads.length > 0 ? (
        <ul className="grid gap-3">
          {threads.map((thread) => (
            <ThreadItem key={thread.id} thread={thread} />
          ))}
        </ul>
      ) : requests ? (
        <EmptyState title={t("requests.empty")} />
      ) : (
        <NoThreads />
      )}
      {next !== null && (
        <p className="mt-8 flex justify-center">
          <Link
            to={paths.messages + query({ requests: requests ? 1 : null, before: next })}
            className="link"
          >
            {t("older")}
          </Link>
        </p>
      )}
    </div>
  );
}

/** What came after the page was made is not removed. */
function RequestsActions({ count, until }: { count: number; until: number }) {
  const { t } = useTranslation("messages");
  return (
    <div className="mb-6 grid gap-4">
      <p>
        <Link to={paths.messages} className="link">
          {t("thread.all")}
        </Link>
      </p>
      {count > 0 && (
        <details className="rounded-lg border border-line bg-card p-4">
          <summary className="cursor-pointer font-semibold">{t("requests.emptyList")}</summary>
          <p className="mt-3 mb-4 text-ink-2">{t("requests.warning")}</p>
          <Form method="post" action={REQUESTS_PATH} replace>
            <input type="hidden" name="intent" value="empty" />
            <input type="hidden" name="until" value={until} />
            <Button type="submit" variant="secondary">
              {t("requests.confirm", { count })}
            </Button>
          </Form>
        </details>
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
