import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { requireViewer } from "../../http/viewer";
import { offerPaths } from "../../lib/offer-paths";
import { paths } from "../../lib/paths";
import { Badge } from "../../ui/badge";
import { ButtonLink } from "../../ui/button";
import { EmptyState } from "../../ui/empty-state";
import { useTranslation } from "../../ui/translation";
import { MAX_BUNDLE_ITEMS, MIN_BUNDLE_ITEMS } from "../rules/bundle";
import { BundleAmounts } from "../ui/bundle-amounts";
import { BundleStops } from "../ui/bundle-stops";
import { listBundles } from "../use-cases/read-bundles";

export const handle = { script: false };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = await requireViewer({ request, context });
  const bundles = await listBundles(viewer, context.ports);
  return { title: fixedT(request, "bundles")("title"), bundles };
}

type ListedBundle = ReturnType<typeof useLoaderData<typeof loader>>["bundles"][number];

export default function BundlesPage() {
  const { t } = useTranslation("bundles");
  const { title, bundles } = useLoaderData<typeof loader>();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <header>
        <h1>{title}</h1>
        <p className="mt-2 max-w-prose text-ink-2">
          {t("lead", { min: MIN_BUNDLE_ITEMS, max: MAX_BUNDLE_ITEMS })}
        </p>
        <div className="mt-4 flex flex-wrap items-center gap-3">
          <ButtonLink to={offerPaths.newBundle}>{t("new")}</ButtonLink>
          <ButtonLink variant="secondary" to={paths.dashboard}>
            {t("back")}
          </ButtonLink>
        </div>
      </header>
      {bundles.length === 0 ? (
        <EmptyState title={t("empty")}>
          <p className="max-w-prose text-ink-2">{t("emptyHint")}</p>
        </EmptyState>
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {bundles.map((bundle) => (
            <BundleCard key={bundle.id} bundle={bundle} />
          ))}
        </ul>
      )}
    </div>
  );
}

function BundleCard({ bundle }: { bundle: ListedBundle }) {
  const { t } = useTranslation("bundles");
  const { id, title, isActive, items, stops } = bundle;
  const state = isActive ? (stops.length > 0 ? "stopped" : "active") : "disabled";
  return (
    <li
      data-bundle={id}
      data-state={state}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-lg border border-line bg-card p-4 sm:p-6"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="min-w-0 wrap-anywhere text-xl">{title}</h2>
        <Badge tone={state === "active" ? "good" : state === "stopped" ? "warn" : "plain"}>
          {t(`states.${state}`)}
        </Badge>
      </div>
      <BundleStops stops={stops} />
      <BundleAmounts {...bundle} />
      <ul className="list-disc pl-5 text-ink-2">
        {items.map((item) => (
          <li key={item.id} className="wrap-anywhere">
            {item.title}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <ButtonLink size="s" variant="secondary" to={offerPaths.bundle(id)}>
          {t("items")} <span className="sr-only">{title}</span>
        </ButtonLink>
        <ButtonLink size="s" variant="secondary" to={paths.edit(id)}>
          {t("edit")} <span className="sr-only">{title}</span>
        </ButtonLink>
      </div>
    </li>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) => pageMeta(data, error);
