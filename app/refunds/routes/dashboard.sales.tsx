import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { readTimeZone } from "../../http/time-zone";
import { requireViewer } from "../../http/viewer";
import { paths } from "../../lib/paths";
import { parsePeriod } from "../../orders/rules/period";
import { ButtonLink } from "../../ui/button";
import { EmptyState } from "../../ui/empty-state";
import { loadWithRetry } from "../../ui/revalidation";
import { useTranslation } from "../../ui/translation";
import { useTimeZone } from "../../ui/use-time-zone";
import { shownSale } from "../http/incoming-payments-page";
import { OlderLink, useReload } from "../ui/incoming-payments";
import { SalesFilter } from "../ui/sales-filter";
import { SalesTable } from "../ui/sales-table";
import { readSales } from "../use-cases/read-sales";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  const { cluster } = context.ports.settings;
  const { searchParams } = new URL(request.url);
  const title = fixedT(request, "review")("sales.title");
  const period = parsePeriod(searchParams.get("period"), "all");
  const timeZone = readTimeZone({ request, context });
  const [productId, before] = [searchParams.get("product"), searchParams.get("before")];
  const input = { sellerUid: uid, productId, period, timeZone, before };
  const { days, unproved, ...page } = await readSales(input, context.ports);
  const shown = days.map(({ day, sales }) => ({
    day,
    sales: sales.map((incoming) => ({
      ...shownSale(incoming, cluster),
      unprovedWithdrawals: unproved.get(incoming.orderId) ?? 0,
    })),
  }));
  return { title, cluster, period, timeZone, days: shown, ...page };
}

export const clientLoader = loadWithRetry;

export default function Sales() {
  const { t } = useTranslation("review");
  const { days, next, cluster, timeZone, ...filter } = useLoaderData<typeof loader>();
  const { productId, period } = filter;
  useTimeZone(timeZone);
  useReload(days.some(({ sales }) => sales.some((one) => one.refundPending || one.sharingPending)));
  const isFiltered = productId !== null || period !== "all";
  return (
    <div className="grid gap-8">
      <header>
        <h1>{t("sales.title")}</h1>
        <p className="mt-2 max-w-prose text-ink-2">{t("sales.lead")}</p>
        <ButtonLink variant="secondary" size="s" to={paths.dashboard} className="mt-4">
          {t("back")}
        </ButtonLink>
      </header>
      <SalesFilter {...filter} />
      {days.length === 0 ? (
        <EmptyState title={t(isFiltered ? "sales.noneFound" : "sales.empty")} />
      ) : (
        <div>
          <p className="text-ink-2 text-sm">{t("sales.zone", { zone: timeZone })}</p>
          <SalesTable days={days} timeZone={timeZone} cluster={cluster} />
        </div>
      )}
      <OlderLink next={next} filter={{ product: productId, period: isFiltered ? period : null }} />
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageMeta(data);
