import { Form, useNavigation, useSubmit } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import { Button } from "../../ui/button";
import { sourceOfPage } from "../../ui/document-source";
import { createPart } from "../../ui/part";
import { useTranslation } from "../../ui/translation";
import type { WrittenRequest } from "../rules/order-request";
import { PhoneBar } from "./phone-bar";
import { submitTypedPrice } from "./typed-price";
import { WaiverBox, waiverHint } from "./waiver-box";

/** Loaded when a person is about to buy. */
const walletPart = createPart(() => import("../../wallet/connect"), null);

export interface BuyProps {
  priceLamports: bigint;
  asked: WrittenRequest;
  isWaiverRequired: boolean;
  /** A refusal or a note is shown above the panel. */
  hasNote: boolean;
  /** Called when a person is about to buy. */
  onLikely(): void;
}

/** Opens an order, by a plain form that works without script. */
export function BuyPanel({ priceLamports, asked, isWaiverRequired, hasNote, onLikely }: BuyProps) {
  const { t } = useTranslation(["buy", "product"]);
  const navigation = useNavigation();
  const submit = useSubmit();
  const [isBinding, setBinding] = useState(false);
  const busy = isBinding || navigation.formData?.get("intent") === "buy";

  function prepare() {
    void walletPart.load();
    onLikely();
  }

  /** The order is bound to the wallet that this page is connected to, if there is one, and has its source. */
  function bind(form: HTMLFormElement, wallets: typeof import("../../wallet/connect") | null) {
    const values = { buyerWallet: wallets?.connectedAddress(), ...sourceOfPage() };
    for (const [name, value] of Object.entries(values)) {
      const field = form.elements.namedItem(name);
      // The form is submitted before the next render, so state would come too late.
      if (field instanceof HTMLInputElement) field.value = value ?? "";
    }
  }

  async function bindAndSubmit(event: FormEvent<HTMLFormElement>) {
    const form = event.currentTarget;
    if (submitTypedPrice()) return event.preventDefault();
    prepare();
    const wallets = walletPart.current();
    if (wallets) return bind(form, wallets);
    event.preventDefault();
    setBinding(true);
    bind(form, await walletPart.load());
    setBinding(false);
    submit(form, HERE);
  }

  return (
    <>
      <Form
        method="post"
        {...HERE}
        aria-label={t("product:buy")}
        onSubmit={bindAndSubmit}
        onPointerEnter={prepare}
        onPointerDown={prepare}
        onFocus={prepare}
      >
        <input type="hidden" name="intent" value="buy" />
        {FILLED_ON_SUBMIT.map((name) => (
          <input key={name} type="hidden" name={name} defaultValue="" />
        ))}
        <HiddenFields values={asked} />
        <WaiverBox hint={waiverHint(isWaiverRequired)} />
        <PhoneBar priceLamports={priceLamports} inPlace={hasNote}>
          <Button type="submit" size="l" className="w-full" busy={busy}>
            {t(busy ? "buy.busy" : "product:buy")}
          </Button>
        </PhoneBar>
      </Form>
      <p className="mt-3 text-center text-ink-3 text-sm">{t("product:buyHint")}</p>
    </>
  );
}

/** A request in a form. What a control of the form asks for has no hidden field. */
function HiddenFields({ values }: { values: WrittenRequest }) {
  return Object.entries(values).map(
    ([name, value]) =>
      value !== null && <input key={name} type="hidden" name={name} value={value} />,
  );
}

/** What the page that everyone gets does not say. */
const FILLED_ON_SUBMIT = ["buyerWallet", "src", "referrer"];

/** A form that leaves the person at the same place of the page and of its history. */
const HERE = { preventScrollReset: true, replace: true };
