import { useRevalidator } from "@remix-run/react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { apiPaths } from "../../lib/api-paths";
import { apiPost } from "../../lib/api-post";
import { assertNever } from "../../lib/assert-never";
import { explorerLink } from "../../solana/explorer";
import { toast } from "../../ui/toast";
import { useTranslation } from "../../ui/translation";
import { useInterval } from "../../ui/use-interval";
import type { ShownPurchase } from "../http/purchase-page";
import { isFollowed, isFreeHere, orderOf, type ShownOrder } from "../rules/purchase-page";
import { ClosedPanel } from "../ui/closed-panel";
import { FreePanel } from "../ui/free-panel";
import { GuestsFile } from "../ui/guests-file";
import { orderApi } from "../ui/order-api";
import { OrderNotes as Notes } from "../ui/order-notes";
import { FreeTitle, PaidTitle, WaitingStatus } from "../ui/order-status";
import { OrderSteps } from "../ui/order-steps";
import { OwnProductPanel, PaidPanel } from "../ui/paid-panel";
import { LinePanel, PayPanel, SentPanel } from "../ui/pay-panel";
import { type Progress, progressOf, type SeenOrder, type SeenStore, useSeen } from "../ui/progress";
import { ClaimPanel, StuckPanel, WaitingPanel } from "../ui/stuck-panel";
import { useLiveOrder } from "../ui/use-live-order";
import { type PaymentState, usePayment } from "../ui/use-payment";

/** Stock and download links can change without an event of the order. */
const REVALIDATE_INTERVAL_MS = 10_000;

const NOTHING_SEEN: SeenOrder = {
  live: null,
  reachable: true,
  busy: null,
  sent: false,
  hasProblem: false,
  wasPayable: false,
  tookMs: null,
};

export interface OrderProps {
  page: ShownPurchase;
  store: SeenStore;
}

/** The status of the order in text. */
export function FollowedStatus({ page, store }: OrderProps) {
  const now = useSeen(store) ?? NOTHING_SEEN;
  const sent = isSigned(page, now);
  const { paid, open, status } = progressOf(page, now.live);
  return (
    <>
      {paid && isFreeHere(page) && <FreeTitle />}
      {paid && !isFreeHere(page) && <PaidTitle before={!now.wasPayable} tookMs={now.tookMs} />}
      {open && (
        <WaitingStatus
          {...now}
          sent={sent}
          asked={status === "awaiting" && !now.hasProblem}
          isGuests={orderOf(page.stage)?.isGuests ?? false}
        />
      )}
    </>
  );
}

export function FollowedNotes({ page }: OrderProps) {
  return <Notes {...page} />;
}

/** The steps of the order on the ticket. */
export function StepsOfOrder({ page, store }: OrderProps) {
  const now = useSeen(store) ?? NOTHING_SEEN;
  return <OrderSteps progress={progressOf(page, now.live)} signed={isSigned(page, now)} />;
}

/** A page that is opened, or loaded again, after the wallet has signed, has not seen it. */
function isSigned({ stage }: ShownPurchase, { sent }: SeenOrder): boolean {
  return sent || (isFollowed(stage) && stage.order.isUnderWay);
}

/** Pays the order, follows it, and shows the panel of its stage. */
export function OrderPanel({ page, store }: OrderProps) {
  const { t } = useTranslation("buy");
  const common = useTranslation("common");
  const { stage, cluster, product } = page;
  const { revalidate } = useRevalidator();
  const followed = isFollowed(stage) ? stage.order : null;
  const isClosed = stage.kind === "waiting";
  const { live, reachable } = useLiveOrder(followed, isClosed, revalidate, endSession);
  const progress = progressOf(page, live);
  const { orderId, open, paid, ready } = progress;
  const isGuests = orderOf(stage)?.isGuests ?? false;
  const paying = usePayment(orderId ?? "", orderApi({ isGuests }), cluster);
  const tookMs = usePaymentDuration(paid, paying.sent?.at ?? store.sentAt);
  const wasPayable = useWasPayable(orderId, open || store.sentAt !== null);
  useEffect(() => {
    if (paid) store.sentAt = null;
  }, [paid, store]);
  useReleased(followed, () => paying.again(t("pay.released")));
  useFocusOnDownload(paid && ready && wasPayable);
  // The product of an open order can be edited, disabled or sold out.
  const mayClose = followed !== null && open;
  const keys = [page.licence, ...(product.bundle?.items ?? []).map(({ licence }) => licence)];
  const isPreparing = keys.some((key) => key?.state === "preparing");
  useInterval(REVALIDATE_INTERVAL_MS, mayClose || isPreparing || (paid && !ready), revalidate);
  useRevalidationAfterRefusal(paying.problem?.code ?? null, revalidate);
  const hasProblem = paying.problem !== null;
  const sent = paying.sent !== null;
  const { busy } = paying;
  useLayoutEffect(() => {
    store.set({ live, reachable, busy, sent, hasProblem, wasPayable, tookMs });
  }, [store, live, reachable, busy, sent, hasProblem, wasPayable, tookMs]);
  useLayoutEffect(() => () => store.set(null), [store]);

  function endSession() {
    if (!isGuests) toast(common.t("sessionEnded.text"));
    revalidate();
  }

  async function refresh() {
    const answer = await apiPost(apiPaths.refreshDownload(product.id));
    if (answer.ok) toast(t("paid.refreshed"));
    else toast(t("paid.refreshFailed", { message: answer.message ?? t("paid.noConnection") }));
    revalidate();
  }

  return <StagePanel page={page} progress={progress} paying={paying} onRefresh={refresh} />;
}

interface StageProps {
  page: ShownPurchase;
  progress: Progress;
  paying: PaymentState;
  onRefresh(): void;
}

function StagePanel(props: StageProps) {
  const { stage, product, seller, files } = props.page;
  if (stage.kind === "guest") return <PaidAsGuest {...props} {...stage} />;
  if (props.progress.paid) {
    // The page is loaded again for what its browser may have.
    return orderOf(stage)?.isGuests ? <SentPanel onAgain={null} /> : <Paid {...props} />;
  }
  switch (stage.kind) {
    case "own":
      return <OwnProductPanel productId={product.id} files={files} bundle={product.bundle} />;
    case "closed":
      return (
        <ClosedPanel
          why={stage.why}
          productId={product.id}
          stop={product.bundle?.stop}
          sellerUid={seller?.uid ?? null}
        />
      );
    case "waiting":
      return <WaitingPanel {...stage} />;
    case "order":
      return <OpenOrder {...props} order={stage.order} />;
    case "claim":
      return <ClaimPanel order={stage.order} />;
    case "free":
      return (
        <FreePanel
          productId={product.id}
          isVisitor={stage.isVisitor}
          code={props.page.code?.name ?? null}
        />
      );
    case "owned":
    // Without an order: `OfferPanel`.
    case "visitor":
    case "buy":
      return null;
    default:
      return assertNever(stage);
  }
}

function PaidAsGuest({
  page,
  progress,
  order,
  hasFile,
}: StageProps & { order: ShownOrder; hasFile: boolean }) {
  return (
    <GuestsFile
      productId={page.product.id}
      wallet={order.payerWallet}
      download={hasFile && progress.ready ? apiPaths.guestFile(order.id) : null}
      files={page.files}
      bundle={page.product.bundle}
      proof={page.proof}
      waiverFor={hasFile && lacksWaiver(page) ? order.id : null}
      licence={page.licence}
      withdrawal={withdrawalOf(order)}
    />
  );
}

function OpenOrder({ order, ...props }: StageProps & { order: ShownOrder }) {
  const { page, paying, progress } = props;
  const { cluster, payment, product, seller, address, mobile } = page;
  if (order.isUnderWay && progress.open) return <SentPanel onAgain={null} />;
  if (!progress.open || !payment) {
    // Messages are for accounts.
    const hasSeller = seller !== null && !order.isGuests;
    return <StuckPanel order={order} productId={product.id} hasSeller={hasSeller} />;
  }
  if (paying.sent) return <SentPanel onAgain={paying.again} />;
  if (paying.busy?.step === "waiting") return <LinePanel onStop={paying.stop} />;
  return (
    <PayPanel
      order={order}
      title={product.title}
      isWaiverRequired={page.isWaiverRequired}
      payment={payment}
      cluster={cluster}
      mobileAddress={mobile ? address : null}
      paying={paying}
      asked={progress.status === "awaiting"}
    />
  );
}

/** The file of the order waits for a waiver. */
function lacksWaiver({ isWaiverRequired, stage }: ShownPurchase): boolean {
  return isWaiverRequired && orderOf(stage)?.waiver === null;
}

/** Null until the page of an order that was just paid is loaded again. */
function withdrawalOf(order: ShownOrder | null) {
  if (!order || order.settledAt === null) return null;
  return { waiver: order.waiver, settledAt: order.settledAt };
}

function Paid({ page, progress, onRefresh }: StageProps) {
  const { orderId, signature, slot, ready } = progress;
  return (
    <PaidPanel
      productId={page.product.id}
      orderId={orderId}
      cluster={page.cluster}
      mobile={page.mobile}
      ready={ready}
      files={page.files}
      licence={page.licence}
      bundle={page.product.bundle}
      needsWaiver={lacksWaiver(page)}
      withdrawal={withdrawalOf(orderOf(page.stage))}
      signature={signature}
      slot={slot}
      explorer={signature && explorerLink(signature, page.cluster)}
      update={page.stage.kind === "owned" ? page.stage.update : null}
      onRefresh={onRefresh}
    />
  );
}

/** Refusals after which the page shows something else than an order to pay. */
const CLOSING_CODES = new Set(["changed", "inactive", "sold_out", "expired", "code_refused"]);

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
