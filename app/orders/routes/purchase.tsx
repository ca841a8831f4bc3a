import { useRevalidator } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { apiPost } from "../../lib/api-post";
import { paths } from "../../lib/paths";
import { toast } from "../../ui/toast";
import type { ShownPurchase } from "../http/purchase-page";
import { orderOf } from "../rules/purchase-page";
import { PaidTitle } from "../ui/paid-title";
import { progressOf, stepsDone } from "../ui/progress";
import { PurchaseTicket } from "../ui/purchase-ticket";
import { useInterval } from "../ui/use-interval";
import { useLiveOrder } from "../ui/use-live-order";
import { usePayment } from "../ui/use-payment";
import { usePaymentDuration } from "../ui/use-payment-duration";
import { useScrollToNewOrder } from "../ui/use-scroll-to-new-order";
import { useWasPayable } from "../ui/use-was-payable";
import { WaitingStatus } from "../ui/waiting-status";
import { PurchasePanel } from "./purchase-panel";

/** The last unit is held, sold or free again, or a link is made, without any order to follow. */
const LOOK_AGAIN_MS = 10_000;

interface Props {
  page: ShownPurchase;
  /** Why the last form was refused, in words. */
  refusal: string | null;
}

/** The ticket with its life: it pays, listens, and turns to paid by itself. */
export function Purchase({ page, refusal }: Props) {
  const { t } = useTranslation("buy");
  const { stage, cluster, product } = page;
  const { revalidate } = useRevalidator();
  const followed = stage.kind === "order" ? stage.order : null;
  const { live, reachable } = useLiveOrder(followed, revalidate);
  const progress = progressOf(page, live);
  const { orderId, open, paid, ready } = progress;
  const paying = usePayment(orderId ?? "", cluster);
  const sent = paying.sent !== null;
  const tookMs = usePaymentDuration(paid, paying.sent?.at ?? null);
  const seenOpen = useWasPayable(orderId, open);
  useScrollToNewOrder(open ? orderId : null);
  const held = stage.kind === "closed" && stage.why === "held";
  const offered = stage.kind === "visitor" || stage.kind === "buy";
  const mayGo = offered && product.saleType !== "infinite";
  useInterval(LOOK_AGAIN_MS, held || mayGo || (paid && !ready), revalidate);

  async function refresh() {
    const answer = await apiPost(paths.api.refreshDownload(product.id));
    if (answer.ok) toast(t("paid.refreshed"));
    else toast(t("paid.refreshFailed", { message: answer.message ?? t("paid.noConnection") }));
    revalidate();
  }

  const waiting = {
    reachable,
    networkSlow: live?.networkSlow ?? false,
    busy: paying.busy,
    sent,
    asked: progress.status === "awaiting" && paying.problem === null,
  };
  return (
    <PurchaseTicket
      terms={orderOf(stage)?.terms ?? page.terms}
      completedSteps={stepsDone(progress, sent)}
      status={progress.status}
      orderId={orderId}
      statusPosition={paid ? "above" : "below"}
      statusText={
        <>
          {paid && <PaidTitle before={!seenOpen} tookMs={tookMs} />}
          {open && <WaitingStatus {...waiting} />}
        </>
      }
    >
      <PurchasePanel
        page={page}
        progress={progress}
        paying={paying}
        refusal={refusal}
        onRefresh={refresh}
      />
    </PurchaseTicket>
  );
}
