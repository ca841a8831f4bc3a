import { Form, useNavigation } from "@remix-run/react";
import type { FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/button";
import type { ShownOrder } from "../rules/purchase-page";
import { EndedNote } from "./ended-note";
import { PhoneBar } from "./phone-bar";

interface Props {
  priceLamports: bigint;
  /** The last order, where it came to nothing. */
  ended: ShownOrder | null;
  /** The wallet that this page is connected to, or null. */
  connectedAddress(): string | null;
}

/** Opens an order; a plain form, so that it works before and without script. */
export function BuyPanel({ priceLamports, ended, connectedAddress }: Props) {
  const { t } = useTranslation("buy");
  const navigation = useNavigation();
  const busy = navigation.formData?.get("intent") === "buy";

  function bind({ currentTarget }: FormEvent<HTMLFormElement>) {
    const field = currentTarget.elements.namedItem("buyerWallet");
    // The form leaves in this very moment, before anything is drawn again.
    if (field instanceof HTMLInputElement) field.value = connectedAddress() ?? "";
  }

  return (
    <>
      {ended && <EndedNote order={ended} />}
      <Form method="post" preventScrollReset replace onSubmit={bind}>
        <input type="hidden" name="intent" value="buy" />
        <input type="hidden" name="buyerWallet" defaultValue="" />
        <PhoneBar priceLamports={priceLamports}>
          <Button type="submit" size="l" className="w-full" busy={busy}>
            {t(busy ? "buy.busy" : "buy.button")}
          </Button>
        </PhoneBar>
      </Form>
      <p className="mt-3 text-center text-ink-3 text-sm">{t("buy.hint")}</p>
    </>
  );
}
