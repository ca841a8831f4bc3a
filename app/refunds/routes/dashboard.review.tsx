import type {
  ActionFunctionArgs,
  AppLoadContext,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/cloudflare";
import { redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { answerForm } from "../../http/answer-form";
import { flash, type ToastKey } from "../../http/flash";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { limitByAccount } from "../../http/rate-limit";
import { readForm } from "../../http/read-form";
import { requireViewer } from "../../http/viewer";
import { textOf } from "../../lib/form";
import { paths } from "../../lib/paths";
import { Problem } from "../../lib/problem";
import { ButtonLink } from "../../ui/button";
import { EmptyState } from "../../ui/empty-state";
import { loadWithRetry } from "../../ui/revalidation";
import { useTranslation } from "../../ui/translation";
import {
  type ShownIncomingPayment,
  shownIncomingPayment,
  shownWithdrawal,
} from "../http/incoming-payments-page";
import { DECISION_LIMIT } from "../http/read-payer";
import { FormDecision, RefundDecision, SharingDecision } from "../ui/decisions";
import { CaseBadge, IncomingPaymentCard, OlderLink, useReload } from "../ui/incoming-payments";
import { refusalForm, WithdrawalsToDecide } from "../ui/withdrawals";
import { answerWithdrawal, readWithdrawals } from "../use-cases/answer-withdrawal";
import { acceptPayment, dismissPayment, dismissShortPayments } from "../use-cases/decide-payment";
import { readIncomingPayments, readShortPayments } from "../use-cases/read-incoming-payments";
import { ShortPayments } from "./short-payments";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  const { cluster } = context.ports.settings;
  const title = fixedT(request, "review")("title");
  const { searchParams } = new URL(request.url);
  const [before, shortPage] = [searchParams.get("before"), searchParams.get("short")];
  const after = searchParams.get("withdrawals");
  const page = { sellerUid: uid, list: "toReview" as const, before };
  const [{ items, next }, short, withdrawals] = await Promise.all([
    readIncomingPayments(page, context.ports),
    readShortPayments({ sellerUid: uid, page: shortPage }, context.ports),
    readWithdrawals({ sellerUid: uid, after }, context.ports),
  ]);
  return {
    title,
    cluster,
    next,
    list: items.map((incoming) => shownIncomingPayment(incoming, cluster)),
    short: short.items.map((incoming) => shownIncomingPayment(incoming, cluster)),
    nextShort: short.next,
    withdrawals: withdrawals.items.map(({ payment, ...one }) =>
      shownWithdrawal(one, payment, cluster),
    ),
    nextWithdrawals: withdrawals.next,
  };
}

export const clientLoader = loadWithRetry;

const decision = z.discriminatedUnion("intent", [
  z.object({
    intent: z.enum(["accept", "dismiss"]),
    orderId: z.string().min(1).max(64),
    payer: z.string().max(64).optional(),
  }),
  z.object({ intent: z.literal("dismissShort") }),
]);

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const { uid } = await requireViewer({ request, context });
  const data = await readForm(request);
  if (data.get("intent") === "refuse") return refuse(args, uid, data);
  const parsed = decision.safeParse(Object.fromEntries(data));
  if (!parsed.success) throw new Problem("invalid_input");
  await limitByAccount(context, uid, DECISION_LIMIT);
  const toast = await decide(uid, parsed.data, context.ports);
  return redirect(paths.review, { headers: { "Set-Cookie": flash(toast, context) } });
}

function refuse({ request, context }: ActionFunctionArgs, sellerUid: string, data: FormData) {
  const id = textOf(data, "id");
  const read = async () => data;
  return answerForm(refusalForm(id), { request, read }, async ({ values }) => {
    await limitByAccount(context, sellerUid, DECISION_LIMIT);
    await answerWithdrawal({ id, sellerUid, ...values }, context.ports);
    const toast = flash("withdrawalRefused", context);
    return redirect(paths.review, { headers: { "Set-Cookie": toast } });
  });
}

async function decide(
  sellerUid: string,
  chosen: z.output<typeof decision>,
  ports: AppLoadContext["ports"],
): Promise<ToastKey> {
  if (chosen.intent === "dismissShort") {
    const { kept } = await dismissShortPayments({ sellerUid }, ports);
    return kept > 0 ? "paymentsKept" : "paymentsDismissed";
  }
  const { intent, orderId, payer = null } = chosen;
  const input = { orderId, sellerUid, payer };
  await (intent === "accept" ? acceptPayment : dismissPayment)(input, ports);
  if (intent === "accept") return "paymentAccepted";
  return payer === null ? "orderClosed" : "paymentsDismissed";
}

export default function Review() {
  const { t } = useTranslation("review");
  const { list, next, short, nextShort, cluster, ...more } = useLoaderData<typeof loader>();
  const { withdrawals, nextWithdrawals } = more;
  const all = [...list, ...short, ...withdrawals];
  useReload(all.some(({ refundPending }) => refundPending) || list.some(isBeingShared));
  return (
    <div className="grid grid-cols-1 gap-8">
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
      <WithdrawalsToDecide list={withdrawals} next={nextWithdrawals} cluster={cluster} />
      {all.length === 0 && (
        <EmptyState title={t("empty")}>
          <p className="text-ink-2">{t("emptyHint")}</p>
        </EmptyState>
      )}
      {list.length > 0 && (
        <ul className="grid grid-cols-1 gap-4">
          {list.map((incoming) => (
            <PaymentInReview
              key={`${incoming.orderId} ${incoming.payer}`}
              incoming={incoming}
              cluster={cluster}
            />
          ))}
        </ul>
      )}
      <OlderLink next={next} />
      <ShortPayments list={short} next={nextShort} cluster={cluster} />
    </div>
  );
}

const isBeingShared = ({ sharingPending }: ShownIncomingPayment) => sharingPending;

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
      explanation={t(`what.${reason}`, { code: incoming.code, amount: incoming.discount })}
    >
      {incoming.isAcceptable && <FormDecision intent="accept" orderId={orderId} text={accept} />}
      {rolledBack && <FormDecision intent="dismiss" orderId={orderId} text={t("dismiss.text")} />}
      <SharingDecision incoming={incoming} accepts cluster={cluster} />
      <RefundDecision incoming={incoming} cluster={cluster} />
    </IncomingPaymentCard>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageMeta(data);
