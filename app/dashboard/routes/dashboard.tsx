import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { flash } from "../../http/flash";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { readForm } from "../../http/read-form";
import { requireViewer } from "../../http/viewer";
import { Problem } from "../../lib/problem";
import { setProductStatus } from "../../products/use-cases/set-product-status";
import { dashboardPage } from "../http/dashboard-page";
import { DashboardActions } from "../ui/dashboard-actions";
import { EmptyDashboard } from "../ui/empty-dashboard";
import { ProductTable } from "../ui/product-table";
import { ReviewBanner } from "../ui/review-banner";
import { Stats } from "../ui/stats";
import { StatusDialog } from "../ui/status-dialog";
import { readDashboard } from "../use-cases/read-dashboard";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  const title = (await fixedT(request, "dashboard"))("title");
  const page = dashboardPage(await readDashboard({ uid }, context.ports));
  const asked = new URL(request.url).searchParams.get("confirm");
  const confirm = page.products.find((product) => product.id === asked) ?? null;
  return { title, uid, ...page, confirm };
}

const statusChange = z.object({
  productId: z.string().min(1).max(64),
  status: z.enum(["active", "disabled"]),
});

export async function action({ request, context }: ActionFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  const read = statusChange.safeParse(Object.fromEntries(await readForm(request)));
  if (!read.success) throw new Problem("invalid_input");
  await setProductStatus({ uid, ...read.data }, context.ports);
  const toast = read.data.status === "active" ? "productActivated" : "productDisabled";
  return redirect("/dashboard", { headers: { "Set-Cookie": flash(toast, context) } });
}

export default function Dashboard() {
  const { t } = useTranslation("dashboard");
  const { uid, products, stats, toReview, confirm } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-8">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          <h1>{t("title")}</h1>
          <p className="mt-1 break-all font-mono text-ink-2 text-sm">
            {t("uid")} {uid}
          </p>
        </div>
        <DashboardActions uid={uid} hasProducts={products.length > 0} />
      </header>
      {toReview > 0 && <ReviewBanner count={toReview} />}
      <Stats {...stats} />
      {products.length > 0 ? <ProductTable products={products} /> : <EmptyDashboard />}
      {confirm && <StatusDialog key={confirm.id} product={confirm} />}
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageMeta(data);
