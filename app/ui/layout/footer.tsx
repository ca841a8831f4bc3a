import { BRAND } from "../../lib/brand";
import { paths } from "../../lib/paths";
import { useTranslation } from "../translation";
import { CurrencySwitch } from "./currency-switch";
import { ThemeSwitch } from "./theme-switch";

/** The words and the page of the withdrawal are those that the law asks for: on every page, without sign-in. */
const LINKS = [
  [paths.withdrawal, "withdrawal"],
  [paths.terms, "terms"],
  [paths.contact, "contact"],
  [paths.accessibility, "accessibility"],
  [paths.ranking, "ranking"],
  [paths.onRamp, "onramp"],
  [paths.legalNotice, "legal"],
  [paths.privacy, "privacy"],
] as const;

interface Props {
  theme: string;
  /** Null or undefined where there is no choice. */
  currency?: string | null | undefined;
  year?: number;
  /** The path and query of the page. */
  address: string;
}

/** What the footer contains. */
export function Footer({ theme, currency, year = new Date().getFullYear(), address }: Props) {
  const { t } = useTranslation("common");
  return (
    <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-6 gap-y-4 px-4 py-8 text-ink-2 text-sm sm:px-6 nav:gap-x-3.5 nav:text-[0.8125rem]">
      <a href={paths.home} className="inline-flex items-center gap-2 text-ink no-underline">
        <CartIcon />
        <span className="font-bold font-display text-base tracking-tight">{BRAND}</span>
      </a>
      {LINKS.map(([href, name]) => (
        <a key={href} href={href} className="no-underline hover:text-ink">
          {t(`footer.${name}`)}
        </a>
      ))}
      <div className="flex w-full flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-4 nav:gap-x-3.5">
          {currency && <CurrencySwitch currency={currency} address={address} />}
          <ThemeSwitch theme={theme} address={address} />
        </div>
        <p>{t("footer.rights", { year })}</p>
      </div>
    </div>
  );
}

function CartIcon() {
  return (
    <svg viewBox="0 0 24 24" className="size-5 text-accent" aria-hidden="true">
      <path
        d="M2 4h3l2.4 11.2a1.5 1.5 0 0 0 1.5 1.2h8.7a1.5 1.5 0 0 0 1.5-1.2L21 8H6"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      <circle cx="9.5" cy="20" r="1.6" fill="currentColor" />
      <circle cx="17" cy="20" r="1.6" fill="currentColor" />
    </svg>
  );
}
