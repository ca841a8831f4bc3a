import { assertNever } from "../../lib/assert-never";
import { explorerLink } from "../../solana/explorer";
import { Alert } from "../../ui/alert";
import { connectedAddress } from "../../wallet/connect";
import type { ShownPurchase } from "../http/purchase-page";
import type { ShownOrder } from "../rules/purchase-page";
import { BuyPanel } from "../ui/buy-panel";
import { ClaimPanel } from "../ui/claim-panel";
import { ClosedPanel } from "../ui/closed-panel";
import { OwnProductPanel } from "../ui/own-product-panel";
import { PaidPanel } from "../ui/paid-panel";
import { PayPanel } from "../ui/pay-panel";
import type { Progress } from "../ui/progress";
import { SentPanel } from "../ui/sent-panel";
import { StuckPanel } from "../ui/stuck-panel";
import type { PaymentState } from "../ui/use-payment";
import { VisitorPanel } from "../ui/visitor-panel";
import { WalletChoice } from "./wallet-choice";

interface Props {
  page: ShownPurchase;
  progress: Progress;
  paying: PaymentState;
  refusal: string | null;
  onRefresh(): void;
}

/** What can be done at this stage of a purchase. */
export function PurchasePanel(props: Props) {
  return (
    <>
      {props.refusal && (
        <div className="mb-4">
          <Alert>{props.refusal}</Alert>
        </div>
      )}
      <StagePanel {...props} />
    </>
  );
}

function StagePanel(props: Props) {
  const { stage, product, seller, file } = props.page;
  const { priceLamports } = product;
  if (props.progress.paid) return <Paid {...props} />;
  switch (stage.kind) {
    case "own":
      return <OwnProductPanel productId={product.id} hasFile={file !== null} />;
    case "visitor":
      return <VisitorPanel productId={product.id} priceLamports={priceLamports} />;
    case "buy":
      return (
        <BuyPanel {...stage} priceLamports={priceLamports} connectedAddress={connectedAddress} />
      );
    case "closed":
      return <ClosedPanel {...stage} sellerUid={seller?.uid ?? null} />;
    case "order":
      return <Running {...props} order={stage.order} />;
    case "claim":
      return <ClaimPanel order={stage.order} />;
    case "owned":
      return null;
    default:
      return assertNever(stage);
  }
}

function Running({ order, ...props }: Props & { order: ShownOrder }) {
  const { page, paying, progress } = props;
  const { cluster, payment, product, seller, address, mobile } = page;
  if (!progress.open || !payment)
    return <StuckPanel order={order} sellerUid={seller?.uid ?? null} />;
  if (paying.sent) return <SentPanel onAgain={paying.again} />;
  return (
    <PayPanel
      order={order}
      title={product.title}
      payment={payment}
      problem={paying.problem}
      wallets={
        <WalletChoice
          cluster={cluster}
          busy={paying.busy?.wallet ?? null}
          mobileAddress={mobile ? address : null}
          onPay={paying.pay}
        />
      }
    />
  );
}

function Paid({ page, progress, onRefresh }: Props) {
  const { signature, slot, ready } = progress;
  return (
    <PaidPanel
      productId={page.product.id}
      ready={ready}
      signature={signature}
      slot={slot}
      explorer={signature && explorerLink(signature, page.cluster)}
      onRefresh={onRefresh}
    />
  );
}
