import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { requireViewer } from "../../http/viewer";
import { paths } from "../../lib/paths";
import { Badge } from "../../ui/badge";
import { ButtonLink } from "../../ui/button";
import { EmptyState } from "../../ui/empty-state";
import { loadWithRetry } from "../../ui/revalidation";
import { shownSale } from "../http/incoming-payments-page";
import { RefundDecision } from "../ui/decisions";
import { IncomingPaymentCard, OlderLink, useReload } from "../ui/incoming-payments";
import { readIncomingPayments } from "../use-cases/read-incoming-payments";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  const { cluster } = context.ports.settings;
  const title = (await fixedT(request, "review"))("sales.title");
  const before = new URL(request.url).searchParams.get("before");
  const page = { sellerUid: uid, list: "sales" as const, before };
  const { items, next } = await readIncomingPayments(page, context.ports);
  return { title, cluster, next, sales: items.map((incoming) => shownSale(incoming, cluster)) };
}

export const clientLoader = loadWithRetry;

export default function Sales() {
  const { t } = useTranslation("review");
  const { sales, next, cluster } = useLoaderData<typeof loader>();
  useReload(sales.some(({ refundPending }) => refundPending));
  return (
    <div className="grid gap-8">
      <header>
        <h1>{t("sales.title")}</h1>
        <p className="mt-2 max-w-prose text-ink-2">{t("sales.lead")}</p>
        <ButtonLink variant="secondary" size="s" to={paths.dashboard} className="mt-4">
          {t("back")}
        </ButtonLink>
      </header>
      {sales.length === 0 && <EmptyState title={t("sales.empty")} />}
      <ul className="grid gap-4">
        {sales.map((sale) => {
          const refunded = sale.status === "refunded";
          const status = t(refunded ? "sales.status.refunded" : "sales.status.paid");
          const badge = <Badge tone={refunded ? "plain" : "good"}>{status}</Badge>;
          return (
            <IncomingPaymentCard key={sale.orderId} incoming={sale} badge={badge}>
              {!refunded && <RefundDecision incoming={sale} cluster={cluster} />}
            </IncomingPaymentCard>
          );
        })}
      </ul>
      <OlderLink next={next} />
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageMeta(data);
