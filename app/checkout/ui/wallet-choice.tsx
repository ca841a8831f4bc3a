import { useEffect, useState } from "react";
import { paths } from "../../lib/paths";
import { Alert } from "../../ui/alert";
import { Button, ButtonLink } from "../../ui/button";
import { Spinner } from "../../ui/spinner";
import { useTranslation } from "../../ui/translation";
import type { BrowseLink } from "../../wallet/device";
import { type FoundWallet, isDemo } from "../../wallet/find-wallets";

interface WalletChoiceProps {
  /** Most recently used first; null until detection has run. */
  wallets: readonly FoundWallet[] | null;
  /** Name of the wallet in use. */
  busy: string | null;
  /** A wallet has asked for the transaction, in this browser or by the QR code. */
  asked: boolean;
  /** Open this page in the browser of a wallet's app; empty where this is no phone. */
  mobileLinks: BrowseLink[];
  onPay(wallet: FoundWallet): void;
}

/** Offered where no wallet was found. */
const DEFAULT_WALLET = "Phantom";

/** A button for each wallet of this browser, the demo wallet last; on a phone without one links into the apps. */
export function WalletChoice({ wallets, busy, asked, onPay, ...props }: WalletChoiceProps) {
  const { t } = useTranslation("buy");
  const [missed, setMissed] = useState(false);
  const inUse = busy !== null;
  useEffect(() => {
    if (inUse || asked) setMissed(false);
  }, [inUse, asked]);
  const only = wallets?.every(isDemo) ?? true;
  const mobileLinks = only ? props.mobileLinks : [];
  return (
    <>
      {mobileLinks.map(({ wallet, href }, at) => (
        <ButtonLink
          key={wallet}
          to={href}
          size="l"
          variant={wallets?.length || at > 0 ? "secondary" : "primary"}
        >
          {t("pay.openIn", { wallet })}
        </ButtonLink>
      ))}
      {wallets && only && mobileLinks.length === 0 && (
        <Button size="l" variant="secondary" onClick={() => setMissed(true)}>
          {t("pay.with", { wallet: DEFAULT_WALLET })}
        </Button>
      )}
      {wallets?.map((wallet, at) => (
        <Button
          key={wallet.name}
          size="l"
          variant={at === 0 ? "primary" : "secondary"}
          className="not-aria-busy:aria-disabled:opacity-50"
          aria-busy={busy === wallet.name || undefined}
          // A disabled button would lose the focus, which the person needs again after a refusal.
          aria-disabled={inUse || undefined}
          onClick={() => !inUse && onPay(wallet)}
        >
          {busy === wallet.name ? (
            <Spinner />
          ) : (
            <img src={wallet.icon} alt="" width={20} height={20} className="rounded-sm" />
          )}
          {t("pay.with", { wallet: wallet.name })}
        </Button>
      ))}
      {wallets?.some(isDemo) && <p className="text-center text-ink-3 text-xs">{t("pay.demo")}</p>}
      {missed && <WalletAbsent />}
    </>
  );
}

/** Shown where the browser has no wallet: how to get one. */
function WalletAbsent() {
  const { t } = useTranslation("buy");
  return (
    <Alert>
      <p className="font-semibold">{t("pay.absent")}</p>
      <p className="mt-1 text-sm">
        {t("pay.absentHint")}{" "}
        <a href={paths.walletGuide} className="link">
          {t("pay.guide")}
        </a>
      </p>
    </Alert>
  );
}
