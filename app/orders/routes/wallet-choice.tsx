import type { Cluster } from "../../lib/cluster";
import { phantomBrowseLink } from "../../wallet/device";
import { type FoundWallet, isDemo } from "../../wallet/find-wallets";
import { useWallets } from "../../wallet/use-wallets";
import { PayButtons } from "../ui/pay-buttons";

interface Props {
  cluster: Cluster;
  busy: string | null;
  /** Of this page, where it is shown on a phone. */
  mobileAddress: string | null;
  onPay(wallet: FoundWallet): void;
}

/** The wallets of this browser, looked for only where one can be used. */
export function WalletChoice({ cluster, busy, mobileAddress, onPay }: Props) {
  return (
    <PayButtons
      wallets={useWallets(cluster)}
      busy={busy}
      mobileLink={mobileAddress && phantomBrowseLink(mobileAddress)}
      isDemo={isDemo}
      onPay={onPay}
    />
  );
}
