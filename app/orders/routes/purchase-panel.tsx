import { assertNever } from "../../lib/assert-never";
import { explorerLink } from "../../solana/explorer";
import { Alert } from "../../ui/alert";
import { connectedAddress } from "../../wallet/connect";
import type { ShownPurchase } from "../http/purchase-page";
import { orderOf, type ShownOrder } from "../rules/purchase-page";
import { BuyPanel, HeldNote, VisitorPanel } from "../ui/buy-panel";
import { ClosedPanel } from "../ui/closed-panel";
import { OwnProductPanel, PaidPanel } from "../ui/paid-panel";
import { LinePanel, PayPanel, SentPanel } from "../ui/pay-panel";
import type { Progress } from "../ui/progress";
import { ShortNote } from "../ui/short-note";
import { ClaimPanel, StuckPanel, WaitingPanel } from "../ui/stuck-panel";
import type { PaymentState } from "../ui/use-payment";

interface Props {
  page: ShownPurchase;
  progress: Progress;
  paying: PaymentState;
  refusal: string | null;
  onRefresh(): void;
}

/** The panel of the current stage, with the last refusal above it. */
export function PurchasePanel(props: Props) {
  return (
    <>
      {props.refusal && (
        <div className="mb-4">
          <Alert>{props.refusal}</Alert>
        </div>
      )}
      <HeldNote {...props.page} />
      <ShortNote short={orderOf(props.page.stage)?.short ?? null} />
      <StagePanel {...props} />
    </>
  );
}

function StagePanel(props: Props) {
  const { stage, product, seller, file } = props.page;
  const { priceLamports, isHeld } = product;
  const offer = { priceLamports, hasNote: props.refusal !== null || isHeld };
  if (props.progress.paid) return <Paid {...props} />;
  switch (stage.kind) {
    case "own":
      return <OwnProductPanel productId={product.id} hasFile={file !== null} />;
    case "visitor":
      return <VisitorPanel {...offer} productId={product.id} />;
    case "buy":
      return <BuyPanel {...stage} {...offer} connectedAddress={connectedAddress} />;
    case "closed":
      return <ClosedPanel {...stage} productId={product.id} sellerUid={seller?.uid ?? null} />;
    case "waiting":
      return <WaitingPanel {...stage} />;
    case "order":
      return <OpenOrder {...props} order={stage.order} />;
    case "claim":
      return <ClaimPanel order={stage.order} />;
    case "owned":
      return null;
    default:
      return assertNever(stage);
  }
}

function OpenOrder({ order, ...props }: Props & { order: ShownOrder }) {
  const { page, paying, progress } = props;
  const { cluster, payment, product, seller, address, mobile } = page;
  if (!progress.open || !payment)
    return <StuckPanel order={order} productId={product.id} hasSeller={seller !== null} />;
  if (order.isUnderWay) return <SentPanel onAgain={null} />;
  if (paying.sent) return <SentPanel onAgain={paying.again} />;
  if (paying.busy?.step === "waiting") return <LinePanel onStop={paying.stop} />;
  return (
    <PayPanel
      order={order}
      title={product.title}
      payment={payment}
      cluster={cluster}
      mobileAddress={mobile ? address : null}
      paying={paying}
      asked={progress.status === "awaiting"}
    />
  );
}

function Paid({ page, progress, onRefresh }: Props) {
  const { orderId, signature, slot, ready } = progress;
  return (
    <PaidPanel
      productId={page.product.id}
      orderId={orderId}
      cluster={page.cluster}
      mobile={page.mobile}
      ready={ready}
      signature={signature}
      slot={slot}
      explorer={signature && explorerLink(signature, page.cluster)}
      update={page.stage.kind === "owned" ? page.stage.update : null}
      onRefresh={onRefresh}
    />
  );
}
