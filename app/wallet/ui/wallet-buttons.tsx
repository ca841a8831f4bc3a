import { useTranslation } from "react-i18next";

export interface ShownWallet {
  name: string;
  icon: string;
}

interface Props<W extends ShownWallet> {
  /** Null until detection has run. */
  wallets: readonly W[] | null;
  /** Name of the wallet with an open request. */
  busy: string | null;
  /** Key of a text in the `wallet` namespace with `{{wallet}}`. */
  labelKey?: "continueWith" | "signWith" | "block.with";
  isDemo(wallet: W): boolean;
  onChoose(wallet: W): void;
  /** Opens this page in the Phantom app; for phones without a wallet in the browser. */
  appLink?: string | null;
  /** Called by the Phantom button where no wallet was found. */
  onNoWallet(): void;
}

/** A button for each wallet, the demo wallet last; a Phantom button first where no other was found. */
export function WalletButtons<W extends ShownWallet>(props: Props<W>) {
  const { t } = useTranslation("wallet");
  const { wallets, busy, isDemo, labelKey = "continueWith" } = props;
  const label = (wallet: string) => t(labelKey, { wallet });
  if (!wallets) return <p className="text-sm text-ink-3">{t("looking")}</p>;
  return (
    <div className="grid gap-2">
      {wallets.every(isDemo) && <PhantomButton {...props} label={label("Phantom")} />}
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
          {busy === wallet.name ? t("waiting", { wallet: wallet.name }) : label(wallet.name)}
        </button>
      ))}
    </div>
  );
}

function PhantomButton(props: { label: string; appLink?: string | null; onNoWallet(): void }) {
  const { t } = useTranslation("wallet");
  if (props.appLink) {
    return (
      <a href={props.appLink} className={`${BUTTON} no-underline`}>
        {t("openIn", { wallet: "Phantom" })}
      </a>
    );
  }
  return (
    <button type="button" className={BUTTON} onClick={props.onNoWallet}>
      {props.label}
    </button>
  );
}

const BUTTON =
  "flex min-h-12 items-center justify-center gap-2.5 rounded-full border border-line-2 bg-card px-4 py-2 font-semibold leading-tight transition hover:border-ink disabled:opacity-60";
