import { Form, useNavigation } from "@remix-run/react";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { formatSol } from "../../lib/lamports";
import { paths, query } from "../../lib/paths";

import { Button, ButtonLink } from "../../ui/button";
import { Sol } from "../../ui/sol";
import { useTranslation } from "../../ui/translation";
import type { PriceChange, PurchasePage, ShownOrder } from "../rules/purchase-page";
import { EndedNote } from "./closed-panel";
import { Note } from "./note";

interface BuyProps {
  priceLamports: bigint;
  /** The last order, where it expired or was refunded. */
  ended: ShownOrder | null;
  /** Set where the price is another one than that of the buyer's open order. */
  change: PriceChange | null;
  /** A refusal or a note is shown above the panel. */
  hasNote: boolean;
  /** The wallet that this page is connected to, or null. */
  connectedAddress(): string | null;
}

/** Opens an order, by a plain form that works without script. */
export function BuyPanel({ priceLamports, ended, change, hasNote, connectedAddress }: BuyProps) {
  const { t } = useTranslation("buy");
  const navigation = useNavigation();
  const busy = navigation.formData?.get("intent") === "buy";

  function bind({ currentTarget }: FormEvent<HTMLFormElement>) {
    const field = currentTarget.elements.namedItem("buyerWallet");
    // The form is submitted before the next render, so state would come too late.
    if (field instanceof HTMLInputElement) field.value = connectedAddress() ?? "";
  }

  return (
    <>
      {ended && <EndedNote order={ended} />}
      {change && <PriceChangeNote {...change} />}
      <Form method="post" preventScrollReset replace onSubmit={bind}>
        <input type="hidden" name="intent" value="buy" />
        <input type="hidden" name="buyerWallet" defaultValue="" />
        <input type="hidden" name="acceptedLamports" value={priceLamports.toString()} />
        <PhoneBar priceLamports={priceLamports} inPlace={change !== null || hasNote}>
          <Button type="submit" size="l" className="w-full" busy={busy}>
            {t(busy ? "buy.busy" : "buy.button")}
          </Button>
        </PhoneBar>
      </Form>
      <p className="mt-3 text-center text-ink-3 text-sm">{t("buy.hint")}</p>
    </>
  );
}

/** The price of the open order, which will be replaced, and today's. */
function PriceChangeNote({ from, to }: PriceChange) {
  const { t } = useTranslation("buy");
  const rose = to > from;
  return (
    <Note tone={rose ? "warn" : "good"} title={t(rose ? "change.rose" : "change.fell")}>
      {t("change.amounts", { from: formatSol(from), to: formatSol(to) })}{" "}
      {rose && t("change.accept")}
    </Note>
  );
}

/** Others hold every unit that is left: who signs waits in line. */
export function HeldNote({ stage, product }: Pick<PurchasePage, "stage" | "product">) {
  const { t } = useTranslation("buy");
  const mayWait = stage.kind === "visitor" || stage.kind === "buy";
  if (!product.isHeld || !mayWait) return null;
  return <Note title={t("buy.heldTitle")}>{t("buy.held")}</Note>;
}

/** Links to the sign-in page, which returns here. */
export function VisitorPanel({
  productId,
  priceLamports,
  hasNote,
}: Pick<BuyProps, "priceLamports" | "hasNote"> & { productId: string }) {
  const { t } = useTranslation("buy");
  return (
    <>
      <p className="mb-4 text-center">{t("visitor.text")}</p>
      <PhoneBar priceLamports={priceLamports} inPlace={hasNote}>
        <ButtonLink
          to={paths.login + query({ to: paths.buy(productId) })}
          size="l"
          className="w-full"
        >
          {t("visitor.link")}
        </ButtonLink>
      </PhoneBar>
      <p className="mt-3 text-center text-ink-3 text-sm">{t("visitor.hint")}</p>
    </>
  );
}

interface PhoneBarProps {
  priceLamports: bigint;
  /** Keeps the button below a text that has to be read first. */
  inPlace?: boolean;
  /** One button or link. */
  children: ReactNode;
}

/**
 * On a phone, price and button are fixed to the bottom of the screen until their place in the ticket
 * is in view. It is one element, not a copy; without script it stays in the ticket.
 */
function PhoneBar({ priceLamports, inPlace = false, children }: PhoneBarProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isBelow, setBelow] = useState(false);
  const below = isBelow && !inPlace;
  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setBelow(!entry.isIntersecting && entry.boundingClientRect.top > 0);
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={place} className="min-h-12">
      <div className={below ? BAR : ""}>
        {below && (
          <span className="font-bold font-display text-xl md:hidden">
            <Sol amount={formatSol(priceLamports)} />
          </span>
        )}
        {children}
      </div>
    </div>
  );
}

const BAR =
  "max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-20 max-md:flex max-md:items-center max-md:gap-4 max-md:border-line max-md:border-t max-md:bg-card max-md:px-4 max-md:pt-3 max-md:pb-[max(0.75rem,env(safe-area-inset-bottom))]";
