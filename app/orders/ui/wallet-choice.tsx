import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Cluster } from "../../lib/cluster";
import { paths } from "../../lib/paths";
import { Alert } from "../../ui/alert";
import { Button, ButtonLink } from "../../ui/button";
import { browseLinks } from "../../wallet/device";
import { type FoundWallet, isDemo } from "../../wallet/find-wallets";
import { useWallets } from "../../wallet/use-wallets";

interface WalletChoiceProps {
  cluster: Cluster;
  busy: string | null;
  /** Of this page, where it is shown on a phone. */
  mobileAddress: string | null;
  onPay(wallet: FoundWallet): void;
}

/** Finds the wallets of this browser and offers each as a button. */
export function WalletChoice({ cluster, busy, mobileAddress, onPay }: WalletChoiceProps) {
  return (
    <PayButtons
      wallets={useWallets(cluster)}
      busy={busy}
      mobileLink={mobileAddress && (browseLinks(mobileAddress)[0]?.href ?? null)}
      isDemo={isDemo}
      onPay={onPay}
    />
  );
}

interface ShownWallet {
  name: string;
  icon: string;
}

interface PayButtonsProps<W extends ShownWallet> {
  /** Most recently used first; null until detection has run. */
  wallets: readonly W[] | null;
  /** Name of the wallet in use. */
  busy: string | null;
  /** Opens this page in the wallet's own browser; null where this is no phone. */
  mobileLink: string | null;
  isDemo(wallet: W): boolean;
  onPay(wallet: W): void;
}

/** Offered where no wallet was found. */
const DEFAULT_WALLET = "Phantom";

/** A button for each wallet of this browser, the demo wallet last; on a phone a link into the app. */
function PayButtons<W extends ShownWallet>(props: PayButtonsProps<W>) {
  const { wallets, busy, mobileLink, isDemo, onPay } = props;
  const { t } = useTranslation("buy");
  const [missed, setMissed] = useState(false);
  const only = wallets?.every(isDemo) ?? true;
  return (
    <>
      {mobileLink && (
        <ButtonLink to={mobileLink} size="l" variant={wallets?.length ? "secondary" : "primary"}>
          {t("pay.openIn", { wallet: DEFAULT_WALLET })}
        </ButtonLink>
      )}
      {wallets && only && !mobileLink && (
        <Button size="l" variant="secondary" onClick={() => setMissed(true)}>
          {t("pay.with", { wallet: DEFAULT_WALLET })}
        </Button>
      )}
      {wallets?.map((wallet, at) => (
        <Button
          key={wallet.name}
          size="l"
          variant={at === 0 ? "primary" : "secondary"}
          busy={busy === wallet.name}
          disabled={busy !== null}
          onClick={() => onPay(wallet)}
        >
          <img src={wallet.icon} alt="" width={20} height={20} className="rounded-sm" />
          {t("pay.with", { wallet: wallet.name })}
        </Button>
      ))}
      {wallets?.some(isDemo) && <p className="text-center text-ink-3 text-xs">{t("pay.demo")}</p>}
      {(missed || (wallets?.length === 0 && !mobileLink)) && <WalletAbsent />}
    </>
  );
}

/** Shown where the browser has no wallet: how to get one. */
export function WalletAbsent() {
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
