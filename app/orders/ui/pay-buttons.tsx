import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button, ButtonLink } from "../../ui/button";
import { WalletAbsent } from "./wallet-absent";

interface ShownWallet {
  name: string;
  icon: string;
}

interface Props<W extends ShownWallet> {
  /** Used last first; null while the page is still looking. */
  wallets: readonly W[] | null;
  /** Name of the wallet that is being asked. */
  busy: string | null;
  /** Opens this page in the wallet's own browser; null where this is no phone. */
  mobileLink: string | null;
  isDemo(wallet: W): boolean;
  onPay(wallet: W): void;
}

/** Named where a button needs the name of a wallet and none was found. */
const USUAL_WALLET = "Phantom";

/** A button for each wallet of this browser, the demo wallet last; on a phone the way into the app. */
export function PayButtons<W extends ShownWallet>(props: Props<W>) {
  const { wallets, busy, mobileLink, isDemo, onPay } = props;
  const { t } = useTranslation("buy");
  const [missed, setMissed] = useState(false);
  const only = wallets?.every(isDemo) ?? true;
  return (
    <>
      {mobileLink && (
        <ButtonLink to={mobileLink} size="l" look={wallets?.length ? "secondary" : "primary"}>
          {t("pay.openIn", { wallet: USUAL_WALLET })}
        </ButtonLink>
      )}
      {wallets && only && !mobileLink && (
        <Button size="l" look="secondary" onClick={() => setMissed(true)}>
          {t("pay.with", { wallet: USUAL_WALLET })}
        </Button>
      )}
      {wallets?.map((wallet, at) => (
        <Button
          key={wallet.name}
          size="l"
          look={at === 0 ? "primary" : "secondary"}
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
