import { Form, useNavigation, useSubmit } from "@remix-run/react";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { formatSol } from "../../lib/lamports";
import { paths, query } from "../../lib/paths";
import { Button, ButtonLink } from "../../ui/button";
import { createPart } from "../../ui/part";
import { Sol } from "../../ui/sol";
import { useTranslation } from "../../ui/translation";

/** Loaded when a person is about to buy. */
const walletPart = createPart(() => import("../../wallet/connect"), null);

interface BuyProps {
  priceLamports: bigint;
  /** A refusal or a note is shown above the panel. */
  hasNote: boolean;
  /** Called when a person is about to buy. */
  onLikely(): void;
}

/** Opens an order, by a plain form that works without script. */
export function BuyPanel({ priceLamports, hasNote, onLikely }: BuyProps) {
  const { t } = useTranslation("buy");
  const navigation = useNavigation();
  const submit = useSubmit();
  const [isBinding, setBinding] = useState(false);
  const busy = isBinding || navigation.formData?.get("intent") === "buy";

  function prepare() {
    void walletPart.load();
    onLikely();
  }

  /** The order is bound to the wallet that this page is connected to, if there is one. */
  function bind(form: HTMLFormElement, wallets: typeof import("../../wallet/connect") | null) {
    const field = form.elements.namedItem("buyerWallet");
    // The form is submitted before the next render, so state would come too late.
    if (field instanceof HTMLInputElement) field.value = wallets?.connectedAddress() ?? "";
  }

  async function bindAndSubmit(event: FormEvent<HTMLFormElement>) {
    const form = event.currentTarget;
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
        onSubmit={bindAndSubmit}
        onPointerEnter={prepare}
        onPointerDown={prepare}
        onFocus={prepare}
      >
        <input type="hidden" name="intent" value="buy" />
        <input type="hidden" name="buyerWallet" defaultValue="" />
        <input type="hidden" name="acceptedLamports" value={priceLamports.toString()} />
        <PhoneBar priceLamports={priceLamports} inPlace={hasNote}>
          <Button type="submit" size="l" className="w-full" busy={busy}>
            {t(busy ? "buy.busy" : "buy.button")}
          </Button>
        </PhoneBar>
      </Form>
      <p className="mt-3 text-center text-ink-3 text-sm">{t("buy.hint")}</p>
    </>
  );
}

/** A form that leaves the person at the same place of the page and of its history. */
const HERE = { preventScrollReset: true, replace: true };

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
