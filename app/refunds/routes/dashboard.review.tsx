import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { flash } from "../../http/flash";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { readForm } from "../../http/read-form";
import { requireViewer } from "../../http/viewer";
import { paths } from "../../lib/paths";
import { Problem } from "../../lib/problem";
import { ButtonLink } from "../../ui/button";
import { EmptyState } from "../../ui/empty-state";
import { loadWithRetry } from "../../ui/revalidation";
import { useTranslation } from "../../ui/translation";
import { type ShownIncomingPayment, shownIncomingPayment } from "../http/incoming-payments-page";
import { FormDecision, RefundDecision } from "../ui/decisions";
import { CaseBadge, IncomingPaymentCard, OlderLink, useReload } from "../ui/incoming-payments";
import { acceptPayment, dismissPayment } from "../use-cases/decide-payment";
import { readIncomingPayments } from "../use-cases/read-incoming-payments";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  const { cluster } = context.ports.settings;
  const title = (await fixedT(request, "review"))("title");
  const before = new URL(request.url).searchParams.get("before");
  const page = { sellerUid: uid, list: "toReview" as const, before };
  const { items, next } = await readIncomingPayments(page, context.ports);
  return {
    title,
    cluster,
    next,
    list: items.map((incoming) => shownIncomingPayment(incoming, cluster)),
  };
}

export const clientLoader = loadWithRetry;

const decision = z.object({
  intent: z.enum(["accept", "dismiss"]),
  orderId: z.string().min(1).max(64),
  payer: z.string().max(64).optional(),
});

export async function action({ request, context }: ActionFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  const parsed = decision.safeParse(Object.fromEntries(await readForm(request)));
  if (!parsed.success) throw new Problem("invalid_input");
  const { intent, orderId, payer = null } = parsed.data;
  const input = { orderId, sellerUid: uid, payer };
  await (intent === "accept" ? acceptPayment : dismissPayment)(input, context.ports);
  const toast = intent === "accept" ? "paymentAccepted" : "orderClosed";
  return redirect(paths.review, { headers: { "Set-Cookie": flash(toast, context) } });
}

export default function Review() {
  const { t } = useTranslation("review");
  const { list, next, cluster } = useLoaderData<typeof loader>();
  useReload(list.some(({ refundPending }) => refundPending));
  return (
    <div className="grid gap-8">
      <header>
        <h1>{t("title")}</h1>
        <p className="mt-2 max-w-prose text-ink-2">{t("lead")}</p>
        <div className="mt-4 flex flex-wrap gap-3">
          <ButtonLink variant="secondary" size="s" to={paths.dashboard}>
            {t("back")}
          </ButtonLink>
          <ButtonLink variant="secondary" size="s" to={paths.sales}>
            {t("all")}
          </ButtonLink>
        </div>
      </header>
      {list.length === 0 && (
        <EmptyState title={t("empty")}>
          <p className="text-ink-2">{t("emptyHint")}</p>
        </EmptyState>
      )}
      <ul className="grid gap-4">
        {list.map((incoming) => (
          <PaymentInReview
            key={`${incoming.orderId} ${incoming.payer}`}
            incoming={incoming}
            cluster={cluster}
          />
        ))}
      </ul>
      <OlderLink next={next} />
    </div>
  );
}

type Cluster = Parameters<typeof shownIncomingPayment>[1];

function PaymentInReview({
  incoming,
  cluster,
}: {
  incoming: ShownIncomingPayment;
  cluster: Cluster;
}) {
  const { t } = useTranslation("review");
  const { orderId, title, reason, paid: amount, rolledBack } = incoming;
  const accept = rolledBack ? t("accept.textGone", { title }) : t("accept.text", { title, amount });
  return (
    <IncomingPaymentCard
      incoming={incoming}
      badge={<CaseBadge text={t(`case.${reason}`)} />}
      explanation={t(`what.${reason}`)}
    >
      {incoming.isAcceptable && <FormDecision intent="accept" orderId={orderId} text={accept} />}
      {rolledBack && <FormDecision intent="dismiss" orderId={orderId} text={t("dismiss.text")} />}
      <RefundDecision incoming={incoming} cluster={cluster} />
    </IncomingPaymentCard>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageMeta(data);
