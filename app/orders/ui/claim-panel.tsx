import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { shortAddress } from "../../solana/address";
import { Alert } from "../../ui/alert";
import { Button } from "../../ui/button";
import type { ShownOrder } from "../rules/purchase-page";

/** The viewer's own wallet paid for somebody's order: the purchase is theirs to take. */
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
