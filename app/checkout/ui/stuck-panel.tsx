import { Form } from "@remix-run/react";
import { paths, query } from "../../lib/paths";
import { shortAddress } from "../../solana/short-address";
import { Address } from "../../ui/address";
import { Alert } from "../../ui/alert";
import { Button, ButtonLink } from "../../ui/button";
import { useTranslation } from "../../ui/translation";
import type { PurchaseStage, ShownOrder } from "../rules/purchase-page";

interface Props {
  order: ShownOrder;
  productId: string;
  /** False where the seller's account was deleted: the link goes to support then. */
  hasSeller: boolean;
}

/** A payment arrived that did not settle the order: what happened and what to do. */
export function StuckPanel({ order, productId, hasSeller }: Props) {
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
        <ButtonLink to={paths.claim(order.id)} reloadDocument className="mt-4 w-full">
          {t("order.claimLink")}
        </ButtonLink>
      )}
      <ButtonLink
        to={hasSeller ? paths.newMessage + query({ product: productId }) : paths.contact}
        reloadDocument
        variant="secondary"
        className="mt-4 w-full"
      >
        {t(hasSeller ? "order.contactSeller" : "order.contactUs")}
      </ButtonLink>
    </>
  );
}

/** The order is not continued, and a transaction of it can still land: why, and for how long. */
export function WaitingPanel({
  why,
  change,
  secondsLeft,
}: Pick<Extract<PurchaseStage, { kind: "waiting" }>, "why" | "change" | "secondsLeft">) {
  const { t } = useTranslation("buy");
  const { t: refusal } = useTranslation("refusals");
  return (
    <Alert tone="warn">
      <p className="font-semibold">
        {why === "changed" ? t(`inFlight.changed.${change ?? "offer"}`) : refusal(why)}
      </p>
      <div className="mt-1 grid gap-2 text-sm">
        <p>{t("inFlight.text", { seconds: secondsLeft })}</p>
        <p>{t("inFlight.hint")}</p>
      </div>
    </Alert>
  );
}

/** The viewer's wallet paid another account's order: they can claim the purchase. */
export function ClaimPanel({ order }: { order: ShownOrder }) {
  const { t } = useTranslation("buy");
  return (
    <>
      <Alert tone="good">
        <p className="font-semibold">{t("order.claimTitle")}</p>
        <p className="mt-1 text-sm">
          {t("order.claimText", { wallet: shortAddress(order.payerWallet ?? "") })}
        </p>
      </Alert>
      <Form method="post" preventScrollReset replace className="mt-4 grid">
        <input type="hidden" name="intent" value="claim" />
        <input type="hidden" name="transactionId" value={order.id} />
        <Button type="submit" size="l">
          {t("order.claimButton")}
        </Button>
      </Form>
    </>
  );
}
