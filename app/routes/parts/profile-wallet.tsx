import { useRevalidator } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Address } from "../../components/address";
import { Alert } from "../../components/alert";
import { Button } from "../../components/button";
import { ProofDialog } from "../../components/proof-dialog";
import { WalletButtons } from "../../components/wallet-buttons";
import { type Cluster, type FoundWallet, isDemo } from "../../wallet/find-wallets";
import { useProof } from "../../wallet/use-proof";
import { useWalletProof } from "../../wallet/use-wallet-proof";
import { useWallets } from "../../wallet/use-wallets";

interface Props {
  wallet: string | null;
  /** Epoch ms. */
  linkedAt: number | null;
  hasPassword: boolean;
  cluster: Cluster;
}

/** The wallet of a profile: shown short and copied whole, linked or changed by a signature. */
export function ProfileWallet({ wallet, linkedAt, hasPassword, cluster }: Props) {
  const { t, i18n } = useTranslation("wallet");
  const { revalidate } = useRevalidator();
  const [choosing, setChoosing] = useState(false);
  const [linked, setLinked] = useState(false);
  const [chosen, setChosen] = useState<FoundWallet | null>(null);
  const wallets = useWallets(cluster);
  const link = useWalletProof("link", () => {
    setLinked(true);
    setChoosing(false);
    revalidate();
  });
  // The wallet was chosen before the server asked who is there: go on with it afterwards.
  const proof = useProof(cluster, () => chosen && void link.prove(chosen));

  async function choose(found: FoundWallet) {
    setChosen(found);
    if ((await link.prove(found)) === "proof_needed") proof.ask();
  }
  const since = linkedAt && new Date(linkedAt);
  return (
    <div className="grid gap-3">
      <h2 className="text-xl">{t("block.title")}</h2>
      {wallet ? (
        <Address value={wallet} label={t("block.copy")} />
      ) : (
        <p className="text-ink-2">{t("block.none")}</p>
      )}
      {wallet && since && (
        <p className="text-sm text-ink-3">
          {t("block.since", {
            date: since.toLocaleDateString(i18n.language, { dateStyle: "long", timeZone: "UTC" }),
          })}
        </p>
      )}
      {linked && <Alert tone="good">{t("block.linked")}</Alert>}
      {choosing ? (
        <>
          <p>{t("block.choose")}</p>
          <WalletButtons
            wallets={wallets}
            busy={link.busy}
            isDemo={isDemo}
            words="block.with"
            onChoose={(found: FoundWallet) => void choose(found)}
            onAbsent={link.sayAbsent}
          />
        </>
      ) : (
        <Button look="secondary" className="justify-self-start" onClick={() => setChoosing(true)}>
          {t(wallet ? "block.change" : "block.link")}
        </Button>
      )}
      <Alert>{link.error}</Alert>
      <ProofDialog {...proof.dialog} hasPassword={hasPassword} hasWallet={wallet !== null} />
    </div>
  );
}
