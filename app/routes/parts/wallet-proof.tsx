import { useTranslation } from "react-i18next";
import { Alert } from "../../components/alert";
import { WalletButtons } from "../../components/wallet-buttons";
import { type Cluster, isDemo } from "../../wallet/find-wallets";
import { useWalletProof } from "../../wallet/use-wallet-proof";
import { useWallets } from "../../wallet/use-wallets";

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
