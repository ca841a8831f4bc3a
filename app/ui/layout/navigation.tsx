import { useLocation } from "@remix-run/react";
import { BRAND } from "../../lib/brand";
import { paths } from "../../lib/paths";
import { useKeptWithAddress } from "../kept-html";
import { useTranslation } from "../translation";
import { BurgerMenu } from "./burger-menu";
import { LanguageSwitch, languageAddress } from "./language-switch";
import { MessagesLink } from "./messages-link";
import { isNavLink, NavLinks } from "./nav-links";

/** The navigation bar: public links, then the user's own links or the sign-in link. */
export function Navigation({
  signedIn,
  unreadThreads,
}: {
  signedIn: boolean;
  /** Threads with messages that the user has not opened. */
  unreadThreads: number;
}) {
  const { pathname, search } = useLocation();
  // The other pages have the same bar.
  const current = isNavLink(pathname) || pathname === paths.messages ? pathname : "";
  const shown = { signedIn, unreadThreads, current };
  const bar = useKeptWithAddress(
    `navigation ${JSON.stringify(shown)}`,
    languageAddress(pathname, search),
    (address) => <Bar {...shown} page={pathname} address={address} />,
  );
  return <header className="menu-bar sticky top-0 z-20 border-line border-b bg-paper" {...bar} />;
}

interface BarProps {
  signedIn: boolean;
  unreadThreads: number;
  /** The path of the page, if the bar links to it. */
  current: string;
  /** The path of the page, which is no part of what is shown: another page closes the menu. */
  page: string;
  /** `languageAddress` of the page. */
  address: string;
}

function Bar({ signedIn, unreadThreads, current, page, address }: BarProps) {
  const { t } = useTranslation("common");
  // With the user's own links the bar needs a wider breakpoint.
  const [wide, narrow] = signedIn ? ["nav:flex", "nav:hidden"] : ["md:flex", "md:hidden"];
  return (
    <nav
      aria-label={t("nav.label")}
      className="mx-auto flex h-16 max-w-6xl items-center gap-3 px-4 sm:gap-6 sm:px-6"
    >
      <a href={paths.home} className="no-underline" aria-label={t("nav.homeOf")}>
        <Logo />
      </a>
      <div className={`hidden flex-1 items-center gap-5 ${wide}`}>
        <NavLinks group="public" pathname={current} />
      </div>
      <div className={`ml-auto hidden items-center gap-4 ${wide}`}>
        {signedIn && <NavLinks group="own" pathname={current} />}
        {signedIn && <MessagesLink unread={unreadThreads} pathname={current} />}
        <LanguageSwitch address={address} />
        <SignInOut signedIn={signedIn} />
      </div>
      <div className={`ml-auto flex items-center gap-2 ${narrow}`}>
        {signedIn && <MessagesLink unread={unreadThreads} pathname={current} />}
        {!signedIn && <SignInOut signedIn={false} />}
        <BurgerMenu key={page}>
          <NavLinks group="public" pathname={current} stacked />
          {signedIn && <NavLinks group="own" pathname={current} stacked />}
          <div className="flex items-center justify-between gap-4 border-line border-t pt-4">
            <LanguageSwitch address={address} />
            {signedIn && <SignInOut signedIn />}
          </div>
        </BurgerMenu>
      </div>
    </nav>
  );
}

const PILL =
  "inline-flex min-h-10 items-center rounded-full border border-line-2 px-3.5 text-sm sm:px-4 font-semibold no-underline hover:border-ink";

function SignInOut({ signedIn }: { signedIn: boolean }) {
  const { t } = useTranslation("common");
  if (!signedIn) {
    return (
      <a href={paths.login} className={PILL}>
        {t("nav.login")}
      </a>
    );
  }
  return (
    <form method="post" action={paths.logout}>
      <button type="submit" className={PILL}>
        {t("nav.logout")}
      </button>
    </form>
  );
}

function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5">
      <svg viewBox="0 0 22 26" className="h-6" aria-hidden="true">
        <path d="M0 11a11 11 0 0 1 22 0v9H0z" fill="var(--accent)" />
        <path d="M1 20h20v3a3 3 0 0 1-3 3H4a3 3 0 0 1-3-3z" fill="var(--ink)" />
      </svg>
      <span className="font-bold font-display text-[1.4rem] tracking-tight">{BRAND}</span>
    </span>
  );
}
