import { formatSol } from "../../lib/lamports";
import { purchasePaths } from "../../lib/purchase-paths";
import { useTranslation } from "../../ui/translation";
import {
  isOffer,
  type OfferChange,
  orderOf,
  type PurchasePage,
  type ShownOrder,
  type ShownShort,
} from "../rules/purchase-page";
import { Note } from "./note";

/** What a buyer has to know of the offer, of their order, or of the last one, before they act. */
export function OrderNotes({ stage, product }: Pick<PurchasePage, "stage" | "product">) {
  const ended = "ended" in stage ? stage.ended : null;
  const short = orderOf(stage)?.short;
  return (
    <>
      {isOffer(stage) && product.isHeld && <HeldNote />}
      {short && <ShortNote {...short} />}
      {ended && <EndedNote order={ended} />}
      {stage.kind === "buy" && stage.change && <ChangeNote {...stage.change} />}
    </>
  );
}

/** What came for an order below its price, what is missing, and what becomes of it. */
function ShortNote({ received, missing, returnable }: ShownShort) {
  const { t } = useTranslation("buy");
  return (
    <Note title={t("short.title", { amount: formatSol(received) })}>
      {t(missing ? "short.missing" : "short.split", { amount: formatSol(missing) })}{" "}
      {t(returnable ? "short.returnable" : "short.kept", { amount: formatSol(returnable) })}
    </Note>
  );
}

/** The previous order expired or was refunded. */
function EndedNote({ order }: { order: ShownOrder }) {
  const { t } = useTranslation("buy");
  if (order.status !== "refunded" && order.status !== "expired") return null;
  const why = order.endedReason === "unsignable" ? order.endedReason : order.status;
  return (
    <Note title={t(`order.${why}Title`)}>
      {t(`order.${why}`)}{" "}
      {order.status === "refunded" && !order.isGuests && (
        <a href={purchasePaths.purchaseReceipt(order.id)} className="link">
          {t("paid.receipt")}
        </a>
      )}
    </Note>
  );
}

/** What has changed since the open order, which will be replaced. */
function ChangeNote({ what, from, to }: OfferChange) {
  const { t } = useTranslation("buy");
  const rose = to > from;
  const title = what === "price" ? (rose ? "rose" : "fell") : what;
  if (to === from) return <Note title={t(`change.${title}`)}>{t("change.samePrice")}</Note>;
  return (
    <Note tone={rose ? "warn" : "good"} title={t(`change.${title}`)}>
      {t("change.amounts", { from: formatSol(from), to: formatSol(to) })}{" "}
      {rose && t("change.accept")}
    </Note>
  );
}

/** Others hold every unit that is left: who signs waits in line. */
function HeldNote() {
  const { t } = useTranslation("buy");
  return <Note title={t("buy.heldTitle")}>{t("buy.held")}</Note>;
}
