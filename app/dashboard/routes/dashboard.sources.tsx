import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { answerForm } from "../../http/answer-form";
import { flash } from "../../http/flash";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { limitByAccount } from "../../http/rate-limit";
import { requireViewer } from "../../http/viewer";
import { paths, query } from "../../lib/paths";
import { purchaseLink } from "../../products/http/share";
import { makeSourceName, removeSourceName } from "../../products/use-cases/source-names";
import { ButtonLink } from "../../ui/button";
import { EmptyState } from "../../ui/empty-state";
import { keepForm } from "../../ui/keep-form";
import { loadWithRetry } from "../../ui/revalidation";
import { useTranslation } from "../../ui/translation";
import { DEFAULT_PERIOD } from "../rules/place";
import { sourcesPlaceIn } from "../rules/sources";
import { NamedLinks, SOURCE_FORM } from "../ui/named-links";
import { SourceTable } from "../ui/source-table";
import { SourcesFilter } from "../ui/sources-filter";
import { readSources } from "../use-cases/read-sources";

/** Per account: a seller can have 50 names. */
const RATE_LIMIT = { name: "source-names", limit: 200, windowMs: 3_600_000 };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  const title = fixedT(request, "sources")("title");
  const place = sourcesPlaceIn(new URL(request.url).searchParams);
  const input = { uid, period: place.period ?? DEFAULT_PERIOD, productId: place.product };
  const { linked, ...page } = await readSources(input, context.ports);
  const link = linked && {
    title: linked.title,
    address: purchaseLink(linked, context.ports.settings),
  };
  return { title, place, link, ...page };
}

export const clientLoader = loadWithRetry;

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const { uid } = await requireViewer(args);
  return answerForm(SOURCE_FORM, args, async ({ data, values: { name } }) => {
    await limitByAccount(context, uid, RATE_LIMIT);
    const isRemoval = data.get("intent") === "remove";
    const change = isRemoval ? removeSourceName : makeSourceName;
    await change({ uid, name }, context.ports);
    const place = sourcesPlaceIn(new URL(request.url).searchParams);
    const done = flash(isRemoval ? "sourceRemoved" : "sourceMade", context);
    return redirect(paths.sources + query(place), { headers: { "Set-Cookie": done } });
  });
}

/** Keeps what was typed where there is no answer. */
export const clientAction = keepForm();

export default function Sources() {
  const { t } = useTranslation("sources");
  const { title, period, place, products, figures, names, link } = useLoaderData<typeof loader>();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <header>
        <h1>{title}</h1>
        <p className="mt-2 max-w-prose text-ink-2">{t("lead")}</p>
        <ButtonLink variant="secondary" size="s" to={paths.dashboard} className="mt-4">
          {t("back")}
        </ButtonLink>
      </header>
      <SourcesFilter period={period} products={products} productId={place.product} />
      {figures.sources.length === 0 ? (
        <EmptyState title={t("empty")}>
          <p className="text-ink-2">{t("emptyHint")}</p>
        </EmptyState>
      ) : (
        <SourceTable {...figures} />
      )}
      <NamedLinks names={names} link={link} />
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) => pageMeta(data, error);
