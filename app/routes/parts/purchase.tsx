import { useRevalidator } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PaidTitle } from "../../components/buy/paid-title";
import { progressOf, stepsDone } from "../../components/buy/progress";
import { requestRefresh } from "../../components/buy/request-refresh";
import { PurchaseTicket } from "../../components/buy/ticket";
import { useEvery } from "../../components/buy/use-every";
import { useFirstSight } from "../../components/buy/use-first-sight";
import { useLiveOrder } from "../../components/buy/use-live-order";
import { useSeenOpen } from "../../components/buy/use-seen-open";
import { useTook } from "../../components/buy/use-took";
import { WaitingWords } from "../../components/buy/waiting-words";
import { toast } from "../../components/toast";
import { orderOf } from "../../domain/purchase-page";
import type { ShownPurchase } from "../../http/purchase-page";
import { usePayment } from "../../wallet/use-payment";
import { PurchaseAct } from "./purchase-act";

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
  const tookMs = useTook(paid, paying.sent?.at ?? null);
  const seenOpen = useSeenOpen(orderId, open);
  useFirstSight(open ? orderId : null);
  const held = stage.kind === "closed" && stage.why === "held";
  const offered = stage.kind === "visitor" || stage.kind === "buy";
  const mayGo = offered && product.saleType !== "infinite";
  useEvery(LOOK_AGAIN_MS, held || mayGo || (paid && !ready), revalidate);

  async function refresh() {
    const answer = await requestRefresh(product.id);
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
      done={stepsDone(progress, sent)}
      status={progress.status}
      orderId={orderId}
      place={paid ? "above" : "below"}
      says={
        <>
          {paid && <PaidTitle before={!seenOpen} tookMs={tookMs} />}
          {open && <WaitingWords {...waiting} />}
        </>
      }
    >
      <PurchaseAct
        page={page}
        progress={progress}
        paying={paying}
        refusal={refusal}
        onRefresh={refresh}
      />
    </PurchaseTicket>
  );
}
