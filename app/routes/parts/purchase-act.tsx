import { Alert } from "../../components/alert";
import { BuyAct } from "../../components/buy/buy-act";
import { ClaimAct } from "../../components/buy/claim-act";
import { ClosedAct } from "../../components/buy/closed-act";
import { OwnAct } from "../../components/buy/own-act";
import { PaidAct } from "../../components/buy/paid-act";
import { PayAct } from "../../components/buy/pay-act";
import type { Progress } from "../../components/buy/progress";
import { SentAct } from "../../components/buy/sent-act";
import { StuckAct } from "../../components/buy/stuck-act";
import { VisitorAct } from "../../components/buy/visitor-act";
import { assertNever } from "../../domain/assert-never";
import { explorerLink } from "../../domain/explorer";
import type { ShownOrder } from "../../domain/purchase-page";
import type { ShownPurchase } from "../../http/purchase-page";
import { connectedAddress } from "../../wallet/connected-address";
import type { PaymentState } from "../../wallet/use-payment";
import { WalletChoice } from "./wallet-choice";

interface Props {
  page: ShownPurchase;
  progress: Progress;
  paying: PaymentState;
  refusal: string | null;
  onRefresh(): void;
}

/** What can be done at this stage of a purchase. */
export function PurchaseAct(props: Props) {
  return (
    <>
      {props.refusal && (
        <div className="mb-4">
          <Alert>{props.refusal}</Alert>
        </div>
      )}
      <StageAct {...props} />
    </>
  );
}

function StageAct(props: Props) {
  const { stage, product, seller, file } = props.page;
  const { priceLamports } = product;
  if (props.progress.paid) return <Paid {...props} />;
  switch (stage.kind) {
    case "own":
      return <OwnAct productId={product.id} hasFile={file !== null} />;
    case "visitor":
      return <VisitorAct productId={product.id} priceLamports={priceLamports} />;
    case "buy":
      return (
        <BuyAct {...stage} priceLamports={priceLamports} connectedAddress={connectedAddress} />
      );
    case "closed":
      return <ClosedAct {...stage} sellerUid={seller?.uid ?? null} />;
    case "order":
      return <Running {...props} order={stage.order} />;
    case "claim":
      return <ClaimAct order={stage.order} />;
    case "owned":
      return null;
    default:
      return assertNever(stage);
  }
}

function Running({ order, ...props }: Props & { order: ShownOrder }) {
  const { page, paying, progress } = props;
  const { cluster, payment, product, seller, address, mobile } = page;
  if (!progress.open || !payment) return <StuckAct order={order} sellerUid={seller?.uid ?? null} />;
  if (paying.sent) return <SentAct onAgain={paying.again} />;
  return (
    <PayAct
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
    <PaidAct
      productId={page.product.id}
      ready={ready}
      signature={signature}
      slot={slot}
      explorer={signature && explorerLink(signature, page.cluster)}
      onRefresh={onRefresh}
    />
  );
}
