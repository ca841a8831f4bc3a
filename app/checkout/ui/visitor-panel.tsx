import { type ReactNode, useRef, useState } from "react";
import type { Cluster } from "../../lib/cluster";
import { WAIVER_VERSION } from "../../orders/rules/waiver";
import { Alert } from "../../ui/alert";
import { Button, ButtonLink } from "../../ui/button";
import { sourceOfPage } from "../../ui/document-source";
import { createPart, usePart } from "../../ui/part";
import { PartBoundary } from "../../ui/part-boundary";
import { Spinner } from "../../ui/spinner";
import { useTranslation } from "../../ui/translation";
import { useHydrated } from "../../ui/use-hydrated";
import { type BrowseLink, browseLinks } from "../../wallet/device";
import { type FoundWallet, isDemo } from "../../wallet/find-wallets";
import { useWallets } from "../../wallet/use-wallets";
import type { WrittenRequest } from "../rules/order-request";
import type { GuestPaymentProps, Press } from "./guest-payment";
import { PhoneBar } from "./phone-bar";
import type { SeenStore } from "./progress";
import { signInLink } from "./sign-in-link";
import { submitTypedPrice } from "./typed-price";
import { WaiverBox, waiverHint } from "./waiver-box";

/** Paying without an account: loaded at the first press. */
const guestPart = createPart(() => import("./guest-payment"), null);

export interface VisitorProps {
  productId: string;
  priceLamports: bigint;
  /** The price without the code; null where there is none. */
  fullLamports: bigint | null;
  asked: WrittenRequest;
  isWaiverRequired: boolean;
  cluster: Cluster;
  /** Of this page, where it is shown on a phone. */
  mobileAddress: string | null;
  /** A refusal or a note is shown above the panel. */
  hasNote: boolean;
  /** The browser's last order was refunded. */
  hasEnded: boolean;
  store: SeenStore;
}

/** A visitor pays with a wallet of this browser, or signs in. */
export function VisitorPanel(props: VisitorProps) {
  return (
    <>
      <WalletPayment {...props} />
      <hr className="my-4 border-line border-t" />
      <SignIn {...props} />
    </>
  );
}

function SignIn({ productId, asked }: Pick<VisitorProps, "productId" | "asked">) {
  const { t } = useTranslation("buy");
  const src = useSourceName();
  return (
    <>
      <p className="mb-3 text-center">{t("visitor.text")}</p>
      <ButtonLink
        to={signInLink(productId, { ...asked, src })}
        size="l"
        variant="secondary"
        className="w-full"
      >
        {t("visitor.link")}
      </ButtonLink>
      <p className="mt-3 text-center text-ink-3 text-sm">{t("visitor.hint")}</p>
    </>
  );
}

function WalletPayment({ productId, priceLamports, hasNote, hasEnded, ...props }: VisitorProps) {
  const { cluster, mobileAddress, store, isWaiverRequired, asked, fullLamports } = props;
  const { t } = useTranslation("buy");
  const wallets = useWallets(cluster);
  const src = useSourceName();
  const [press, setPress] = useState<Press | null>(null);
  const waiver = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  // The page has shown a payment that was sent, and shows the offer again.
  const [isReleased] = useState(store.sentAt !== null && !hasEnded);
  const prepare = () => void guestPart.load();
  function pay(wallet: FoundWallet | null) {
    if (isBusy || submitTypedPrice()) return;
    store.sentAt = null;
    const version = waiver.current?.checked ? WAIVER_VERSION : null;
    payAgain({ wallet, asked: { ...asked, waiver: version, ...sourceOfPage() } });
  }
  function payAgain(next: Press) {
    setPress(next);
    setBusy(next.wallet !== null);
  }
  return (
    <>
      {isReleased && !press && (
        <div className="mb-4">
          <Alert>{t("pay.released")}</Alert>
        </div>
      )}
      <WaiverBox inputRef={waiver} hint={waiverHint(isWaiverRequired)} />
      <PhoneBar priceLamports={priceLamports} inPlace={hasNote || press !== null}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it looks at what its buttons are about to do. */}
        <div
          className="flex min-h-12 grow gap-2"
          onPointerEnter={prepare}
          onPointerDown={prepare}
          onFocus={prepare}
        >
          <WalletRow
            wallets={wallets}
            links={mobileAddress ? browseLinks(withName(mobileAddress, src)) : []}
            busy={isBusy ? (press?.wallet ?? null) : null}
            onPress={pay}
          />
        </div>
      </PhoneBar>
      {press && (
        <PartBoundary part={guestPart} isQuiet>
          <Payment
            press={press}
            productId={productId}
            fullLamports={fullLamports}
            cluster={cluster}
            store={store}
            onPress={payAgain}
            onDone={() => setBusy(false)}
          />
        </PartBoundary>
      )}
      <PaymentHint isDemo={Boolean(wallets?.[0] && isDemo(wallets[0]))} />
    </>
  );
}

/** The name in the address of the document, for links that come back to this page. The server renders none. */
function useSourceName(): string | null {
  return useHydrated() ? sourceOfPage().src : null;
}

function withName(address: string, src: string | null): string {
  return src === null ? address : `${address}${address.includes("?") ? "&" : "?"}src=${src}`;
}

function PaymentHint({ isDemo }: { isDemo: boolean }) {
  const { t } = useTranslation("buy");
  return (
    <>
      <noscript>
        <p className="text-center text-sm">{t("guest.noScript")}</p>
      </noscript>
      <p className="mt-3 text-center text-ink-3 text-sm">
        {t(isDemo ? "guest.demo" : "guest.hint")}
      </p>
    </>
  );
}

function Payment(props: GuestPaymentProps) {
  const { GuestPayment } = usePart(guestPart);
  return <GuestPayment {...props} />;
}

interface RowProps {
  /** Most recently used first; null until detection has run. */
  wallets: readonly FoundWallet[] | null;
  links: BrowseLink[];
  busy: FoundWallet | null;
  onPress(wallet: FoundWallet | null): void;
}

/** Offered where no wallet was found. */
const DEFAULT_WALLET = "Phantom";

/** One row, whose place is kept: the last used wallet by name, the others by their icons. */
function WalletRow({ wallets, links, busy, onPress }: RowProps) {
  const { t } = useTranslation("buy");
  const hasOwn = wallets?.some((wallet) => !isDemo(wallet)) ?? false;
  const apps = hasOwn ? [] : links;
  if (wallets === null && links.length === 0) {
    return (
      <Button size="l" className="grow" disabled>
        {t("guest.looking")}
      </Button>
    );
  }
  const buttons: ReactNode[] = apps.map(({ wallet, href }, at) => (
    <ButtonLink key={href} to={href} size="l" {...shapeOf(at)}>
      {t("pay.openIn", { wallet })}
    </ButtonLink>
  ));
  if (wallets?.length === 0 && apps.length === 0) {
    buttons.push(
      <Button key="none" size="l" className="grow" onClick={() => onPress(null)}>
        {t("pay.with", { wallet: DEFAULT_WALLET })}
      </Button>,
    );
  }
  for (const wallet of wallets ?? []) {
    const isFirst = buttons.length === 0;
    const label = t("pay.with", { wallet: wallet.name });
    buttons.push(
      <Button
        key={wallet.name}
        size="l"
        {...shapeOf(buttons.length)}
        aria-label={label}
        title={isFirst ? undefined : label}
        aria-busy={busy === wallet || undefined}
        // A disabled button would lose the focus, which the person needs again after a refusal.
        aria-disabled={busy !== null || undefined}
        onClick={() => onPress(wallet)}
      >
        {busy === wallet ? (
          <Spinner />
        ) : (
          <img src={wallet.icon} alt="" width={20} height={20} className="rounded-sm" />
        )}
        {isFirst && label}
      </Button>,
    );
  }
  return buttons;
}

function shapeOf(at: number) {
  return at === 0
    ? ({ variant: "primary", className: "grow aria-disabled:not-aria-busy:opacity-50" } as const)
    : ({ variant: "secondary", className: "shrink-0 !px-4" } as const);
}
