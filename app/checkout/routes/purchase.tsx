import { useRevalidator } from "@remix-run/react";
import { memo, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { Alert } from "../../ui/alert";
import { usePart } from "../../ui/part";
import { PartBoundary } from "../../ui/part-boundary";
import { useInterval } from "../../ui/use-interval";
import type { ShownPurchase } from "../http/purchase-page";
import type { WrittenRequest } from "../rules/order-request";
import { isFreeHere, isOffer, orderOf, priceWithoutCode } from "../rules/purchase-page";
import type { BuyProps } from "../ui/buy-panel";
import { buyerPart, pricePart, visitorPart } from "../ui/offer-parts";
import type { PriceProps } from "../ui/price-form";
import { productPart } from "../ui/product-part";
import { createSeenStore, progressOf, useSeen } from "../ui/progress";
import { PurchaseTicket } from "../ui/purchase-ticket";
import type { VisitorProps } from "../ui/visitor-panel";
import type { OrderProps } from "./followed-order";
import { orderPart } from "./order-part";

/** Stock can change without an event of an order. */
const REVALIDATE_INTERVAL_MS = 10_000;

interface Props {
  page: ShownPurchase;
  /** Why the last form was refused, as text to show. */
  refusal: string | null;
}

/** The ticket: the offer, or the order with what the page has seen of it. */
export function Purchase({ page, refusal }: Props) {
  const { stage, product } = page;
  const { revalidate } = useRevalidator();
  const [store] = useState(createSeenStore);
  const progress = progressOf(page, useSeen(store)?.live ?? null);
  const offered = isOffer(stage);
  useScrollToNewOrder(progress.open ? progress.orderId : null);
  useInterval(REVALIDATE_INTERVAL_MS, offered && product.saleType !== "infinite", revalidate);
  return (
    <PurchaseTicket
      terms={orderOf(stage)?.terms ?? page.terms}
      isFree={isFreeHere(page)}
      worth={page.worth}
      steps={!offered && !isFreeHere(page) && <OrderSteps page={page} store={store} />}
      status={progress.status}
      orderId={progress.orderId}
      statusPosition={progress.paid ? "above" : "below"}
      statusText={!offered && <FollowedStatus page={page} store={store} />}
    >
      {refusal && (
        <div className="mb-4">
          <Alert>{refusal}</Alert>
        </div>
      )}
      {(page.choice || page.referral) && <PriceOfBuyer {...page} />}
      {(!offered || hasNotes(page)) && <OrderPanel page={page} store={store} />}
      {offered && (
        <OfferPanel page={page} store={store} hasNote={refusal !== null || product.isHeld} />
      )}
    </PurchaseTicket>
  );
}

/** True where the stock, the buyer's last order or its price is explained above the button. */
function hasNotes({ stage, product }: ShownPurchase): boolean {
  const hasEnded = isOffer(stage) && orderOf(stage) !== null;
  return product.isHeld || hasEnded || (stage.kind === "buy" && stage.change !== null);
}

function OfferPanel({ page, store, hasNote }: OrderProps & { hasNote: boolean }) {
  const { stage, product, terms, cluster, address, mobile, isWaiverRequired } = page;
  const { id: productId } = product;
  const { priceLamports } = terms;
  const fullLamports = priceWithoutCode(terms);
  const asked = useAsked(page);
  if (stage.kind === "visitor") {
    const mobileAddress = mobile ? address : null;
    const hasEnded = stage.ended !== null;
    return (
      <Visiting
        {...{ productId, priceLamports, asked, isWaiverRequired, cluster, mobileAddress, hasNote }}
        {...{ fullLamports, hasEnded, store }}
      />
    );
  }
  return (
    <Buying
      priceLamports={priceLamports}
      asked={asked}
      isWaiverRequired={isWaiverRequired}
      hasNote={hasNote || (stage.kind === "buy" && stage.change !== null)}
      onLikely={loadOrderCode}
    />
  );
}

/**
 * What an order of this page asks for: what the page was asked for, at the total that it shows. The same
 * object until that changes, since the boundaries below are rendered again for another one.
 */
function useAsked({ asked, terms }: ShownPurchase): WrittenRequest {
  const written: WrittenRequest = { ...asked, acceptedLamports: terms.priceLamports.toString() };
  const text = JSON.stringify(written);
  return useMemo(() => JSON.parse(text), [text]);
}

function loadOrderCode() {
  void orderPart.load();
  void productPart.load();
}

/*
 * Boundaries that are rendered again only with another page: one that gets new props before its part is
 * there would lose the HTML of the server.
 */

const PriceOfBuyer = memo(function PriceOfBuyer(props: PriceProps) {
  return (
    <PartBoundary part={pricePart}>
      <PriceFromPart {...props} />
    </PartBoundary>
  );
});

function PriceFromPart(props: PriceProps) {
  const { PriceOfPage } = usePart(pricePart);
  return <PriceOfPage {...props} />;
}

const Buying = memo(function Buying(props: BuyProps) {
  return (
    <PartBoundary part={buyerPart}>
      <BuyFromPart {...props} />
    </PartBoundary>
  );
});

function BuyFromPart(props: BuyProps) {
  const { BuyPanel } = usePart(buyerPart);
  return <BuyPanel {...props} />;
}

const Visiting = memo(function Visiting(props: VisitorProps) {
  return (
    <PartBoundary part={visitorPart}>
      <VisitFromPart {...props} />
    </PartBoundary>
  );
});

function VisitFromPart(props: VisitorProps) {
  const { VisitorPanel } = usePart(visitorPart);
  return <VisitorPanel {...props} />;
}

const OrderSteps = memo(function OrderSteps(props: OrderProps) {
  return (
    <Suspense>
      <FromPart name="StepsOfOrder" {...props} />
    </Suspense>
  );
});

const FollowedStatus = memo(function FollowedStatus(props: OrderProps) {
  return (
    <Suspense>
      <FromPart name="FollowedStatus" {...props} />
    </Suspense>
  );
});

const OrderPanel = memo(function OrderPanel(props: OrderProps) {
  return (
    <PartBoundary part={orderPart}>
      <FromPart name="FollowedNotes" {...props} />
      {!isOffer(props.page.stage) && <FromPart name="OrderPanel" {...props} />}
    </PartBoundary>
  );
});

type Name = "StepsOfOrder" | "FollowedStatus" | "FollowedNotes" | "OrderPanel";

function FromPart({ name, ...props }: OrderProps & { name: Name }) {
  const { [name]: Loaded } = usePart(orderPart);
  return <Loaded {...props} />;
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
