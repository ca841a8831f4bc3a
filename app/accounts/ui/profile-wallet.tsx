import { Link, useNavigate, useRevalidator } from "@remix-run/react";
import { useState } from "react";
import type { Cluster } from "../../lib/cluster";
import { Address } from "../../ui/address";
import { Alert } from "../../ui/alert";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { useLocalTime } from "../../ui/local-time";
import { toast } from "../../ui/toast";
import { useTranslation } from "../../ui/translation";
import { useLatestAnswer } from "../../ui/use-latest-answer";
import type { FoundWallet } from "../../wallet/find-wallets";
import { WalletButtons } from "../../wallet/ui/wallet-buttons";
import { useWallets } from "../../wallet/use-wallets";
import type { AccountSummary } from "../rules/account-lifecycle";
import type { LoginMethods } from "../rules/login-methods";
import { ProfileSection } from "./profile-section";
import { ReauthenticationDialog } from "./reauthentication-dialog";
import { useReauthentication } from "./use-reauthentication";
import { useWalletChallenge } from "./use-wallet-challenge";

/** The answer to a link request; where `moves` is set, nothing is linked yet. */
interface Linked {
  moves: AccountSummary | null;
}

interface Props {
  address: string | null;
  /** Epoch ms. */
  linkedAt: number | null;
  methods: LoginMethods;
  cluster: Cluster;
  /** The page to go back to with a linked wallet; null without one. */
  returnTo: string | null;
}

/** The linked wallet of a profile, which a signature links or replaces. */
export function ProfileWallet({ address, linkedAt, methods, cluster, returnTo }: Props) {
  const { t } = useTranslation("wallet");
  const { revalidate } = useRevalidator();
  const [choosing, setChoosing] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  const wallets = useWallets(cluster);
  const navigate = useNavigate();
  const shownDone = useLatestAnswer(done);
  const linking = useWalletLink(cluster, (text) => {
    if (returnTo) {
      toast(text);
      return navigate(returnTo);
    }
    setDone(text);
    setChoosing(false);
    linking.closeMerge();
    revalidate();
  });
  const { link, merge, moves } = linking;
  return (
    <ProfileSection id="wallet" title={t("block.title")} lead={t("block.lead")}>
      <div className="grid gap-3">
        <LinkedWallet address={address} linkedAt={linkedAt} />
        <Alert tone="good">{shownDone}</Alert>
        {choosing ? (
          <WalletChoice wallets={wallets} linking={linking} />
        ) : (
          // Until wallets are discovered, a click would have no effect.
          <Button
            variant="secondary"
            className="justify-self-start"
            disabled={wallets === null}
            onClick={() => setChoosing(true)}
          >
            {t(address ? "block.change" : "block.link")}
          </Button>
        )}
        {returnTo && (
          <Link to={returnTo} className="link justify-self-start text-sm">
            {t("block.back")}
          </Link>
        )}
        <Alert>{link.error}</Alert>
        <MergeDialog
          moves={moves}
          wallet={linking.chosen?.name ?? ""}
          busy={merge.busy !== null}
          error={merge.error}
          onConfirm={() => moves && void linking.confirmMerge(moves)}
          onClose={linking.closeMerge}
        />
        <ReauthenticationDialog {...linking.reauth.dialog} methods={methods} />
      </div>
    </ProfileSection>
  );
}

function LinkedWallet({ address, linkedAt }: Pick<Props, "address" | "linkedAt">) {
  const { t } = useTranslation("wallet");
  const { day } = useLocalTime();
  return (
    <>
      {address ? (
        <Address value={address} label={t("block.copy")} />
      ) : (
        <p className="text-ink-2">{t("block.none")}</p>
      )}
      {address && linkedAt !== null && (
        <p className="text-sm text-ink-3">{t("block.since", { date: day(linkedAt) })}</p>
      )}
    </>
  );
}

/**
 * Links a wallet by its signature. One that has an account is merged, once the person has seen what moves.
 *
 * @param onDone gets the text that says so
 */
function useWalletLink(cluster: Cluster, onDone: (text: string) => void) {
  const { t } = useTranslation("wallet");
  const [moves, setMoves] = useState<AccountSummary | null>(null);
  const [chosen, setChosen] = useState<FoundWallet | null>(null);
  const link = useWalletChallenge<Linked>("link", (answer) =>
    answer.moves ? setMoves(answer.moves) : onDone(t("block.linked")),
  );
  const merge = useWalletChallenge("merge", () => onDone(t("merge.done")));
  // After the re-authentication, repeat what it interrupted.
  const reauth = useReauthentication(
    cluster,
    () => chosen && void (moves ? confirmMerge(moves) : link.sign(chosen)),
  );

  async function choose(found: FoundWallet) {
    setChosen(found);
    if ((await link.sign(found)) === "proof_needed") reauth.ask();
  }
  async function confirmMerge(shown: AccountSummary) {
    if (chosen && (await merge.sign(chosen, { shown })) === "proof_needed") reauth.ask();
  }
  const closeMerge = () => setMoves(null);
  return { link, merge, reauth, chosen, moves, choose, confirmMerge, closeMerge };
}

interface ChoiceProps {
  wallets: ReturnType<typeof useWallets>;
  linking: ReturnType<typeof useWalletLink>;
}

function WalletChoice({ wallets, linking }: ChoiceProps) {
  const { t } = useTranslation("wallet");
  return (
    <>
      <p>{t("block.choose")}</p>
      <WalletButtons
        wallets={wallets}
        busy={linking.link.busy}
        labelKey="block.with"
        onChoose={(found: FoundWallet) => void linking.choose(found)}
        onNoWallet={linking.link.reportAbsent}
      />
    </>
  );
}

interface MergeProps {
  /** Null while the dialog is closed. */
  moves: AccountSummary | null;
  /** Name of the wallet that will sign. */
  wallet: string;
  busy: boolean;
  error: string | null;
  onConfirm(): void;
  onClose(): void;
}

const COUNTS = ["purchases", "products", "orders", "favourites"] as const;

/** Shows what the wallet's own account holds, before a merge moves it. */
function MergeDialog({ moves, wallet, busy, error, onConfirm, onClose }: MergeProps) {
  const { t } = useTranslation("wallet");
  const lines = COUNTS.flatMap((key) => {
    const count = moves?.[key] ?? 0;
    return count > 0 ? [t(`merge.${key}`, { count })] : [];
  });
  if (moves?.sellPage) lines.push(t("merge.sellPage"));
  return (
    <Dialog open={moves !== null} title={t("merge.title")} onClose={onClose}>
      {lines.length === 0 ? (
        <p>{t("merge.empty")}</p>
      ) : (
        <>
          <p>{t("merge.lead")}</p>
          <ul className="grid list-disc gap-1 pl-5">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
      <p className="text-ink-2 text-sm">{t("merge.after")}</p>
      <Alert>{error}</Alert>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onConfirm} busy={busy}>
          {busy ? t("waiting", { wallet }) : t("merge.confirm")}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          {t("merge.cancel")}
        </Button>
      </div>
    </Dialog>
  );
}
