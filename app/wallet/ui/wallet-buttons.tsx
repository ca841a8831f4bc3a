import { useTranslation } from "../../ui/translation";
import type { BrowseLink } from "../device";
import { type FoundWallet, isDemo } from "../find-wallets";

interface Props {
  /** Null until detection has run. */
  wallets: readonly FoundWallet[] | null;
  /** Name of the wallet with an open request. */
  busy: string | null;
  /** Key of a text in the `wallet` namespace with `{{wallet}}`. */
  labelKey?: "continueWith" | "signWith" | "block.with";
  onChoose(wallet: FoundWallet): void;
  /** Open this page in the browsers of wallet apps; for phones without a wallet in the browser. */
  appLinks?: BrowseLink[];
  /** Three wallets that register late move nothing: above the demo wallet there is room for them. */
  keepsPlaces?: boolean;
  /** Called by the Phantom button where no wallet was found. */
  onNoWallet(): void;
}

/**
 * A button for each wallet, the demo wallet last. Where no other was found, links into wallet apps on
 * a phone, else a Phantom button, come first.
 */
export function WalletButtons(props: Props) {
  const { t } = useTranslation("wallet");
  const { wallets, busy, labelKey = "continueWith", appLinks = [] } = props;
  const label = (wallet: string) => t(labelKey, { wallet });
  if (!wallets) return <p className="text-sm text-ink-3">{t("looking")}</p>;
  return (
    <div
      className={`flex flex-col gap-2 ${props.keepsPlaces && wallets.some(isDemo) ? "min-h-54" : ""}`}
    >
      {wallets.every(isDemo) &&
        (appLinks.length > 0 ? (
          <AppLinks links={appLinks} />
        ) : (
          <button type="button" className={BUTTON} onClick={props.onNoWallet}>
            {label("Phantom")}
          </button>
        ))}
      {wallets.map((wallet) => (
        <button
          key={wallet.name}
          type="button"
          className={isDemo(wallet) ? `${BUTTON} mt-auto` : BUTTON}
          // A disabled button would lose the focus, which the person needs again after a refusal.
          aria-disabled={busy !== null || undefined}
          aria-busy={busy === wallet.name}
          onClick={() => busy === null && props.onChoose(wallet)}
        >
          <img src={wallet.icon} alt="" width={20} height={20} className="rounded-sm" />
          {busy === wallet.name ? t("waiting", { wallet: wallet.name }) : label(wallet.name)}
        </button>
      ))}
    </div>
  );
}

function AppLinks({ links }: { links: BrowseLink[] }) {
  const { t } = useTranslation("wallet");
  return links.map(({ wallet, href }) => (
    <a key={wallet} href={href} className={`${BUTTON} no-underline`}>
      {t("openIn", { wallet })}
    </a>
  ));
}

const BUTTON =
  "flex min-h-12 items-center justify-center gap-2.5 rounded-full border border-line-2 bg-card px-4 py-2 font-semibold text-balance leading-tight transition hover:border-ink aria-disabled:opacity-60";
