import { Form, useNavigation } from "@remix-run/react";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatSol } from "../../lib/lamports";
import { paths, query } from "../../lib/paths";
import { Button, ButtonLink } from "../../ui/button";
import { Sol } from "../../ui/sol";
import type { ShownOrder } from "../rules/purchase-page";
import { EndedNote } from "./closed-panel";

interface BuyProps {
  priceLamports: bigint;
  /** The last order, where it expired or was refunded. */
  ended: ShownOrder | null;
  /** The wallet that this page is connected to, or null. */
  connectedAddress(): string | null;
}

/** Opens an order, by a plain form that works without script. */
export function BuyPanel({ priceLamports, ended, connectedAddress }: BuyProps) {
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

/** Links to the sign-in page, which returns here. */
export function VisitorPanel({
  productId,
  priceLamports,
}: {
  productId: string;
  priceLamports: bigint;
}) {
  const { t } = useTranslation("buy");
  return (
    <>
      <p className="mb-4 text-center">{t("visitor.text")}</p>
      <PhoneBar priceLamports={priceLamports}>
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
  /** One button or link. */
  children: ReactNode;
}

/**
 * On a phone, price and button are fixed to the bottom of the screen until their place in the ticket
 * is in view. It is one element, not a copy; without script it stays in the ticket.
 */
function PhoneBar({ priceLamports, children }: PhoneBarProps) {
  const place = useRef<HTMLDivElement>(null);
  const [below, setBelow] = useState(false);
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
