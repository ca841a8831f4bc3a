import { Form, Link, useNavigation, useRevalidator } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Alert } from "../../components/alert";
import { Button } from "../../components/button";
import { Card } from "../../components/card";
import { TextField } from "../../components/field";
import { WalletButtons } from "../../components/wallet-buttons";
import type { WaysIn } from "../../domain/ways-in";
import type { FormProblem } from "../../http/form-problem";
import { type Cluster, type FoundWallet, isDemo } from "../../wallet/find-wallets";
import { useWalletProof } from "../../wallet/use-wallet-proof";
import { useWallets } from "../../wallet/use-wallets";

interface Props {
  ways: WaysIn;
  /** Whether a proof of who is there is fresh. */
  proven: boolean;
  cluster: Cluster;
  problem: FormProblem | null;
}

/** The last question: who is there, and the word that says they mean it. Works without script. */
export function DeletionForm({ ways, proven, cluster, problem }: Props) {
  const { t } = useTranslation("endings");
  const { t: account } = useTranslation("account");
  const busy = useNavigation().formMethod === "POST";
  return (
    <Card className="grid gap-5 border-accent">
      <h2 className="text-xl">{t("delete.confirm")}</h2>
      {!proven && ways.wallet && <BySignature cluster={cluster} />}
      <Form method="post" className="grid gap-4">
        {!proven && ways.password && (
          <TextField
            label={account("password")}
            type="password"
            name="password"
            autoComplete="current-password"
            required={!ways.wallet}
          />
        )}
        <TextField
          label={t("delete.wordLabel", { word: t("delete.word") })}
          name="word"
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          aria-invalid={problem?.field === "word" || undefined}
        />
        <Alert>{problem?.message}</Alert>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <Button type="submit" look="danger" busy={busy}>
            {t("delete.submit")}
          </Button>
          <Link to="/profil" className="link">
            {t("delete.keep")}
          </Link>
        </div>
      </Form>
    </Card>
  );
}

/** A signature of the linked wallet in the place of a password. */
function BySignature({ cluster }: { cluster: Cluster }) {
  const { t } = useTranslation("endings");
  const wallets = useWallets(cluster);
  const { revalidate } = useRevalidator();
  const proof = useWalletProof("proof", revalidate);
  return (
    <div className="grid gap-3">
      <p>{t("delete.sign")}</p>
      <WalletButtons
        wallets={wallets}
        busy={proof.busy}
        isDemo={isDemo}
        words="signWith"
        onChoose={(wallet: FoundWallet) => void proof.prove(wallet)}
        onAbsent={proof.sayAbsent}
      />
      <Alert>{proof.error}</Alert>
    </div>
  );
}
