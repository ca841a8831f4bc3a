import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { redirect } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { flash } from "../../http/flash";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { readForm } from "../../http/read-form";
import { readTimeZone } from "../../http/time-zone";
import { requireViewer } from "../../http/viewer";
import { paths } from "../../lib/paths";
import { Problem } from "../../lib/problem";
import { parsePeriod } from "../../orders/rules/period";
import { setProductStatus } from "../../products/use-cases/edit-product";
import { Alert } from "../../ui/alert";
import { ButtonLink } from "../../ui/button";
import { EmptyState } from "../../ui/empty-state";
import { Stat, StatRow } from "../../ui/stat";
import { Figures } from "../ui/figures";
import { LatestOrders } from "../ui/latest-orders";
import { ProductTable } from "../ui/product-table";
import { StatusDialog } from "../ui/status-dialog";
import { TransactionsExport } from "../ui/transactions-export";
import { readDashboard } from "../use-cases/read-dashboard";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  const title = (await fixedT(request, "dashboard"))("title");
  const { searchParams } = new URL(request.url);
  const period = parsePeriod(searchParams.get("period"), "30-days");
  const page = await readDashboard({ uid, period }, context.ports);
  const confirmId = searchParams.get("confirm");
  const confirm = page.products.find((product) => product.id === confirmId) ?? null;
  return { title, uid, ...page, confirm, timeZone: readTimeZone(request) };
}

const statusChange = z.object({
  productId: z.string().min(1).max(64),
  status: z.enum(["active", "disabled"]),
});

export async function action({ request, context }: ActionFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  const parsed = statusChange.safeParse(Object.fromEntries(await readForm(request)));
  if (!parsed.success) throw new Problem("invalid_input");
  await setProductStatus({ uid, ...parsed.data }, context.ports);
  const toast = parsed.data.status === "active" ? "productActivated" : "productDisabled";
  return redirect(paths.dashboard, { headers: { "Set-Cookie": flash(toast, context) } });
}

export default function Dashboard() {
  const { t } = useTranslation("dashboard");
  const page = useLoaderData<typeof loader>();
  const { uid, products, stats, figures, latest, years, toReview, confirm } = page;
  return (
    <div className="grid gap-8">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          <h1>{t("title")}</h1>
          <p className="mt-1 break-all font-mono text-ink-2 text-sm">
            {t("uid")} {uid}
          </p>
        </div>
        <DashboardActions uid={uid} hasProducts={products.length > 0} years={years} />
      </header>
      {toReview > 0 && <ReviewBanner count={toReview} />}
      <Stats {...stats} />
      {figures && (
        <div className="grid gap-6 md:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
          <Figures {...figures} />
          <LatestOrders orders={latest} timeZone={page.timeZone} />
        </div>
      )}
      {products.length > 0 ? <ProductTable products={products} /> : <EmptyDashboard />}
      {confirm && <StatusDialog key={confirm.id} product={confirm} />}
    </div>
  );
}

const SECONDARY = { variant: "secondary", size: "s" } as const;

interface DashboardActionsProps {
  uid: string;
  hasProducts: boolean;
  /** Of the report of transactions. */
  years: readonly number[];
}

/** Reports and the public page are shown once there is a product. */
function DashboardActions({ uid, hasProducts, years }: DashboardActionsProps) {
  const { t } = useTranslation("dashboard");
  return (
    <div className="flex flex-wrap gap-3">
      {hasProducts && (
        <>
          <ButtonLink {...SECONDARY} to={paths.salesReport} reloadDocument download>
            {t("csv")}
          </ButtonLink>
          <TransactionsExport years={years} />
          <ButtonLink {...SECONDARY} to={paths.sales}>
            {t("sales")}
          </ButtonLink>
          <ButtonLink {...SECONDARY} to={paths.manageSell}>
            {t("manage")}
          </ButtonLink>
          <ButtonLink {...SECONDARY} to={paths.sell(uid)} target="_blank" rel="noreferrer">
            {t("public")}
          </ButtonLink>
        </>
      )}
      <ButtonLink size="s" to={paths.newProduct}>
        {t("new")}
      </ButtonLink>
    </div>
  );
}

function ReviewBanner({ count }: { count: number }) {
  const { t } = useTranslation("review");
  return (
    <Alert tone="warn">
      <Link to={paths.review} className="font-semibold">
        {t("toReview", { count })}
      </Link>
    </Alert>
  );
}

interface StatsProps {
  sales: number;
  active: number;
  /** SOL as decimal text, of settled orders less refunds. */
  revenue: string;
  /** Revenue less the commission. */
  net: string;
}

function Stats({ sales, active, revenue, net }: StatsProps) {
  const { t, i18n } = useTranslation("dashboard");
  const count = new Intl.NumberFormat(i18n.language);
  return (
    <StatRow>
      <Stat name={t("stats.sales")}>{count.format(sales)}</Stat>
      <Stat name={t("stats.revenue")} note={t("stats.net", { amount: net })}>
        {revenue}
      </Stat>
      <Stat name={t("stats.active")}>{count.format(active)}</Stat>
    </StatRow>
  );
}

function EmptyDashboard() {
  const { t } = useTranslation("dashboard");
  return (
    <EmptyState title={t("empty")}>
      <p className="text-ink-2">{t("emptyHint")}</p>
    </EmptyState>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageMeta(data);
