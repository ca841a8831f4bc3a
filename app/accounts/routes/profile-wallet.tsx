import { useRevalidator } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Cluster } from "../../lib/cluster";
import { Address } from "../../ui/address";
import { Alert } from "../../ui/alert";
import { Button } from "../../ui/button";
import { useFormat } from "../../ui/use-format";
import { type FoundWallet, isDemo } from "../../wallet/find-wallets";
import { WalletButtons } from "../../wallet/ui/wallet-buttons";
import { useWallets } from "../../wallet/use-wallets";
import type { AccountSummary } from "../rules/account-lifecycle";
import type { LoginMethods } from "../rules/login-methods";
import { MergeDialog } from "../ui/merge-dialog";
import { ReauthenticationDialog } from "../ui/reauthentication-dialog";
import { ProfileSection } from "../ui/section";
import { useReauthentication } from "../ui/use-reauthentication";
import { useWalletProof } from "../ui/use-wallet-proof";

/** What the server answers to a link: with `moves`, nothing is linked yet. */
interface Linked {
  moves: AccountSummary | null;
}

interface Props {
  address: string | null;
  /** Epoch ms. */
  linkedAt: number | null;
  methods: LoginMethods;
  cluster: Cluster;
}

/** The wallet of a profile: shown short and copied whole, linked or changed by a signature. */
export function ProfileWallet({ address, linkedAt, methods, cluster }: Props) {
  const { t } = useTranslation("wallet");
  const { day } = useFormat();
  const { revalidate } = useRevalidator();
  const [choosing, setChoosing] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  const [moves, setMoves] = useState<AccountSummary | null>(null);
  const [chosen, setChosen] = useState<FoundWallet | null>(null);
  const wallets = useWallets(cluster);
  const say = (words: string) => {
    setDone(words);
    setChoosing(false);
    setMoves(null);
    revalidate();
  };
  const link = useWalletProof<Linked>("link", (answer) =>
    answer.moves ? setMoves(answer.moves) : say(t("block.linked")),
  );
  const merge = useWalletProof("merge", () => say(t("merge.done")));
  // The wallet was chosen before the server asked who is there: go on with it afterwards.
  const proof = useReauthentication(
    cluster,
    () => chosen && void (moves ? bring(moves) : link.prove(chosen)),
  );

  async function choose(found: FoundWallet) {
    setChosen(found);
    if ((await link.prove(found)) === "proof_needed") proof.ask();
  }
  async function bring(shown: AccountSummary) {
    if (chosen && (await merge.prove(chosen, { shown })) === "proof_needed") proof.ask();
  }
  return (
    <ProfileSection id="wallet" title={t("block.title")} lead={t("block.lead")}>
      <div className="grid gap-3">
        {address ? (
          <Address value={address} label={t("block.copy")} />
        ) : (
          <p className="text-ink-2">{t("block.none")}</p>
        )}
        {address && linkedAt !== null && (
          <p className="text-sm text-ink-3">{t("block.since", { date: day(linkedAt) })}</p>
        )}
        <Alert tone="good">{done}</Alert>
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
          // Before the page's script has looked for wallets, a click would do nothing.
          <Button
            look="secondary"
            className="justify-self-start"
            disabled={wallets === null}
            onClick={() => setChoosing(true)}
          >
            {t(address ? "block.change" : "block.link")}
          </Button>
        )}
        <Alert>{link.error}</Alert>
        <MergeDialog
          moves={moves}
          wallet={chosen?.name ?? ""}
          busy={merge.busy !== null}
          error={merge.error}
          onConfirm={() => moves && void bring(moves)}
          onClose={() => setMoves(null)}
        />
        <ReauthenticationDialog {...proof.dialog} methods={methods} />
      </div>
    </ProfileSection>
  );
}
