import { paths, query } from "../../lib/paths";

import { ButtonLink } from "../../ui/button";
import { useTranslation } from "../../ui/translation";
import type { ClosedReason } from "../rules/purchase-option";
import type { ShownOrder } from "../rules/purchase-page";
import { Note } from "./note";

interface Props {
  why: ClosedReason;
  ended: ShownOrder | null;
  productId: string;
  /** Null where the seller deleted their account. */
  sellerUid: string | null;
}

/** Why the product can't be bought now, with links to its seller. */
export function ClosedPanel({ why, ended, productId, sellerUid }: Props) {
  const { t } = useTranslation("buy");
  const { t: refusal } = useTranslation("refusals");
  const explained = why === "inactive" || why === "sold_out";
  return (
    <>
      {ended && <EndedNote order={ended} />}
      <p className="text-center font-semibold text-lg">{refusal(why)}</p>
      {explained && <p className="mt-2 text-center text-ink-2 text-sm">{t(`closed.${why}`)}</p>}
      {sellerUid && why === "file_missing" && (
        <ButtonLink
          to={paths.newMessage + query({ product: productId })}
          reloadDocument
          className="mt-5 w-full"
        >
          {t("order.contactSeller")}
        </ButtonLink>
      )}
      {sellerUid && (
        <ButtonLink
          to={paths.sell(sellerUid)}
          reloadDocument
          variant="secondary"
          className="mt-5 w-full"
        >
          {t("closed.toSeller")}
        </ButtonLink>
      )}
    </>
  );
}

/** The previous order expired or was refunded. */
export function EndedNote({ order }: { order: ShownOrder }) {
  const { t } = useTranslation("buy");
  if (order.status !== "refunded" && order.status !== "expired") return null;
  const why = order.endedReason === "unsignable" ? order.endedReason : order.status;
  return (
    <Note title={t(`order.${why}Title`)}>
      {t(`order.${why}`)}{" "}
      {order.status === "refunded" && (
        <a href={paths.purchaseReceipt(order.id)} className="link">
          {t("paid.receipt")}
        </a>
      )}
    </Note>
  );
}
