import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { apiPost } from "../../lib/api-post";
import { paths } from "../../lib/paths";
import { toast } from "../../ui/toast";
import { useTranslation } from "../../ui/translation";
import { useInterval } from "../../ui/use-interval";
import type { ShownPurchase } from "../http/purchase-page";
import { orderOf, type ShownOrder } from "../rules/purchase-page";
import { completedStepsOf, progressOf } from "../ui/progress";
import { PaidTitle, PurchaseTicket, WaitingStatus } from "../ui/purchase-ticket";
import { useLiveOrder } from "../ui/use-live-order";
import { usePayment } from "../ui/use-payment";
import { PurchasePanel } from "./purchase-panel";

/** Stock and download links can change without an event of the order. */
const REVALIDATE_INTERVAL_MS = 10_000;

interface Props {
  page: ShownPurchase;
  /** Why the last form was refused, as text to show. */
  refusal: string | null;
}

/** The ticket and its state: pays, follows the order, and shows it as paid. */
export function Purchase({ page, refusal }: Props) {
  const { t } = useTranslation("buy");
  const common = useTranslation("common");
  const { stage, cluster, product } = page;
  const { revalidate } = useRevalidator();
  const followed = stage.kind === "order" || stage.kind === "waiting" ? stage.order : null;
  const isClosed = stage.kind === "waiting";
  const { live, reachable } = useLiveOrder(followed, isClosed, revalidate, endSession);
  const progress = progressOf(page, live);
  const { orderId, open, paid, ready } = progress;
  const paying = usePayment(orderId ?? "", cluster);
  const sent = paying.sent !== null;
  // Of a page that was opened, or loaded again, after the wallet has signed.
  const signed = sent || (followed?.isUnderWay ?? false);
  const tookMs = usePaymentDuration(paid, paying.sent?.at ?? null);
  const wasPayable = useWasPayable(orderId, open);
  useReleased(followed, () => paying.again(t("pay.released")));
  useFocusOnDownload(paid && ready && wasPayable);
  useScrollToNewOrder(open ? orderId : null);
  const offered = stage.kind === "visitor" || stage.kind === "buy";
  const maySellOut = offered && product.saleType !== "infinite";
  // The product of an open order can be edited, disabled or sold out.
  const mayClose = followed !== null && open;
  const stale = maySellOut || mayClose || (paid && !ready);
  useInterval(REVALIDATE_INTERVAL_MS, stale, revalidate);
  useRevalidationAfterRefusal(paying.problem?.code ?? null, revalidate);

  function endSession() {
    toast(common.t("sessionEnded.text"));
    revalidate();
  }

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
    sent: signed,
    asked: progress.status === "awaiting" && paying.problem === null,
  };
  return (
    <PurchaseTicket
      terms={orderOf(stage)?.terms ?? page.terms}
      completedSteps={completedStepsOf(progress, signed)}
      status={progress.status}
      orderId={orderId}
      statusPosition={paid ? "above" : "below"}
      statusText={
        <>
          {paid && <PaidTitle before={!wasPayable} tookMs={tookMs} />}
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

/** Refusals after which the page shows something else than an order to pay. */
const CLOSING_CODES = new Set(["changed", "inactive", "sold_out", "expired"]);

/** Loads the page again where the server refused to build a transaction for what it shows. */
function useRevalidationAfterRefusal(code: string | null, revalidate: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal.
  useEffect(() => {
    if (code !== null && CLOSING_CODES.has(code)) revalidate();
  }, [code]);
}

/**
 * Time (ms) from the signature until the page learnt of the payment; null where it did not observe
 * both. `sentAt` is on the clock of `performance.now()`.
 */
function usePaymentDuration(paid: boolean, sentAt: number | null): number | null {
  const [took, setTook] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the change to paid counts.
  useEffect(() => {
    setTook(paid && sentAt !== null ? performance.now() - sentAt : null);
  }, [paid]);
  return took;
}

/** Calls `onReleased` when a payment that the server was sending can't land any more. */
function useReleased(order: ShownOrder | null, onReleased: () => void): void {
  const underWay = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change of the order.
  useEffect(() => {
    if (order?.isUnderWay) underWay.current = order.id;
    else if (order?.status === "pending" && underWay.current === order.id) {
      underWay.current = null;
      onReleased();
    }
  }, [order?.id, order?.status, order?.isUnderWay]);
}

/** Scrolls to the ticket of an order that was just opened from further up the page. */
function useScrollToNewOrder(orderId: string | null): void {
  const known = useRef(orderId);
  useEffect(() => {
    const fresh = orderId !== null && orderId !== known.current;
    known.current = orderId;
    const ticket = document.getElementById("ticket");
    if (!fresh || !ticket) return;
    ticket.focus({ preventScroll: true });
    const { top } = ticket.getBoundingClientRect();
    if (top >= 0 && top < window.innerHeight / 2) return;
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    ticket.scrollIntoView({ block: "start", behavior: still ? "auto" : "smooth" });
  }, [orderId]);
}

/**
 * Moves the focus to the download link once the page has seen the payment, unless the person is
 * elsewhere on the page.
 */
function useFocusOnDownload(isDue: boolean): void {
  useEffect(() => {
    if (!isDue) return;
    const { activeElement, body } = document;
    const isFree = activeElement === null || activeElement === body;
    if (isFree || activeElement.closest("#ticket")) document.getElementById("download")?.focus();
  }, [isDue]);
}

/** True once this page has shown the order as one that is still to be paid. */
function useWasPayable(orderId: string | null, open: boolean): boolean {
  const seen = useRef<string | null>(null);
  useEffect(() => {
    if (open) seen.current = orderId;
  }, [orderId, open]);
  return orderId !== null && (open || seen.current === orderId);
}
