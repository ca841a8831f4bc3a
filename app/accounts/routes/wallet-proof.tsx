import { useTranslation } from "react-i18next";
import type { Cluster } from "../../lib/cluster";
import { Alert } from "../../ui/alert";
import { isDemo } from "../../wallet/find-wallets";
import { WalletButtons } from "../../wallet/ui/wallet-buttons";
import { useWallets } from "../../wallet/use-wallets";
import { useWalletProof } from "../ui/use-wallet-proof";

/** Shows again who is there by a signature of the linked wallet, then goes on to `to`. */
export function WalletProof({ cluster, to }: { cluster: Cluster; to: string }) {
  const { t } = useTranslation("account");
  const wallets = useWallets(cluster);
  const proof = useWalletProof("proof", () => window.location.assign(to));
  return (
    <div className="grid gap-3">
      <noscript>{t("needsScript")}</noscript>
      <WalletButtons
        wallets={wallets}
        busy={proof.busy}
        words="signWith"
        isDemo={isDemo}
        onChoose={proof.prove}
        onAbsent={proof.sayAbsent}
      />
      <Alert>{proof.error}</Alert>
    </div>
  );
}
