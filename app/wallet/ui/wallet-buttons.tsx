import { useTranslation } from "react-i18next";

export interface ShownWallet {
  name: string;
  icon: string;
}

interface Props<W extends ShownWallet> {
  /** Null until the wallets of the browser are known. */
  wallets: readonly W[] | null;
  /** Name of the wallet that is being asked. */
  busy: string | null;
  /** Key of the `wallet` namespace with `{{wallet}}`. */
  labelKey?: "continueWith" | "signWith" | "block.with";
  isDemo(wallet: W): boolean;
  onChoose(wallet: W): void;
  /** On a phone without a wallet in its browser: opens this page inside the Phantom app. */
  appLink?: string | null;
  /** Pressed on the button that stands for a wallet which is not there. */
  onAbsent(): void;
}

/** One button for each wallet found; Phantom's name where none was found, the demo wallet last. */
export function WalletButtons<W extends ShownWallet>(props: Props<W>) {
  const { t } = useTranslation("wallet");
  const { wallets, busy, isDemo, labelKey = "continueWith" } = props;
  const say = (wallet: string) => t(labelKey, { wallet });
  if (!wallets) return <p className="text-sm text-ink-3">{t("looking")}</p>;
  return (
    <div className="grid gap-2">
      {wallets.every(isDemo) && <Absent {...props} name={say("Phantom")} />}
      {wallets.map((wallet) => (
        <button
          key={wallet.name}
          type="button"
          className={BUTTON}
          disabled={busy !== null}
          aria-busy={busy === wallet.name}
          onClick={() => props.onChoose(wallet)}
        >
          <img src={wallet.icon} alt="" width={20} height={20} className="rounded-sm" />
          {busy === wallet.name ? t("waiting", { wallet: wallet.name }) : say(wallet.name)}
        </button>
      ))}
    </div>
  );
}

function Absent(props: { name: string; appLink?: string | null; onAbsent(): void }) {
  const { t } = useTranslation("wallet");
  if (props.appLink) {
    return (
      <a href={props.appLink} className={`${BUTTON} no-underline`}>
        {t("openIn", { wallet: "Phantom" })}
      </a>
    );
  }
  return (
    <button type="button" className={BUTTON} onClick={props.onAbsent}>
      {props.name}
    </button>
  );
}

const BUTTON =
  "flex min-h-12 items-center justify-center gap-2.5 rounded-full border border-line-2 bg-card px-4 py-2 font-semibold leading-tight transition hover:border-ink disabled:opacity-60";
