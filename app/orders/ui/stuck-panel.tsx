import { useTranslation } from "react-i18next";
import { shortAddress } from "../../solana/address";
import { Address } from "../../ui/address";
import { Alert } from "../../ui/alert";
import { ButtonLink } from "../../ui/button";
import type { ShownOrder } from "../rules/purchase-page";

interface Props {
  order: ShownOrder;
  /** Null where the seller is gone: the site's own people are asked then. */
  sellerUid: string | null;
}

/** Money came, but not as the order wanted it: what happened and what to do. */
export function StuckPanel({ order, sellerUid }: Props) {
  const { t } = useTranslation("buy");
  const other = order.status === "paid_by_other";
  const wallet = shortAddress(order.payerWallet ?? "");
  return (
    <>
      <Alert tone="warn">
        <p className="font-semibold">{t(other ? "order.otherTitle" : "order.reviewTitle")}</p>
        <div className="mt-1 grid gap-2 text-sm">
          <p>{other ? t("order.other") : t(`order.review.${order.reviewReason ?? "unknown"}`)}</p>
          <p>{other ? t("order.otherHint", { wallet }) : t("order.reviewHint")}</p>
        </div>
      </Alert>
      {order.signature && (
        <p className="mt-4 flex flex-wrap items-center justify-center gap-2 text-ink-2 text-sm">
          {t("paid.transaction")}
          <Address value={order.signature} label={t("paid.copySignature")} />
        </p>
      )}
      {other && (
        <ButtonLink to={`/claim/${order.id}`} reloadDocument className="mt-4 w-full">
          {t("order.claimLink")}
        </ButtonLink>
      )}
      <ButtonLink
        to={sellerUid ? `/sell/${sellerUid}` : "/contact"}
        reloadDocument
        look="secondary"
        className="mt-4 w-full"
      >
        {t(sellerUid ? "order.contactSeller" : "order.contactUs")}
      </ButtonLink>
    </>
  );
}
