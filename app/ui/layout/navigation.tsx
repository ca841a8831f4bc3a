import { BRAND } from "../../lib/brand";
import { paths } from "../../lib/paths";
import { useTranslation } from "../translation";
import { AccountMenu } from "./account-menu";
import { BurgerMenu } from "./burger-menu";
import { LanguageSwitch, languageAddress } from "./language-switch";
import { MessagesLink } from "./messages-link";
import { isNavLink, NavLinks } from "./nav-links";

/**
 * The navigation bar: public links, then the user's own links or the sign-in link. In a narrower window
 * the own links are in the account menu, in a narrow one all links are in the burger menu.
 */
export function Navigation({
  signedIn,
  unreadThreads,
  pathname,
  search,
}: {
  signedIn: boolean;
  /** Threads with messages that the user has not opened. */
  unreadThreads: number;
  pathname: string;
  search: string;
}) {
  // The other pages have the same bar.
  const current = isNavLink(pathname) || pathname === paths.messages ? pathname : "";
  return (
    <header className="menu-bar sticky top-0 z-20 border-line border-b bg-paper">
      <Bar
        signedIn={signedIn}
        unreadThreads={unreadThreads}
        current={current}
        page={pathname}
        address={languageAddress(pathname, search)}
      />
    </header>
  );
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
  return (
    <nav
      aria-label={t("nav.label")}
      className="mx-auto flex min-h-16 max-w-6xl flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2 sm:px-6 md:gap-x-4"
    >
      <a href={paths.home} className="no-underline" aria-label={t("nav.homeOf")}>
        <Logo />
      </a>
      <NavLinks group="public" pathname={current} />
      <div className="ml-auto flex items-center gap-2 md:gap-3">
        {signedIn && <NavLinks group="own" pathname={current} />}
        {signedIn && <MessagesLink unread={unreadThreads} pathname={current} />}
        <div className="hidden md:flex">
          <LanguageSwitch address={address} />
        </div>
        {signedIn ? (
          <>
            <div className="hidden nav:block">
              <SignOut />
            </div>
            <div className="hidden md:max-nav:block">
              <AccountMenu key={page}>
                <NavLinks group="own" pathname={current} stacked />
                <div className="mt-2 border-line border-t pt-4">
                  <SignOut />
                </div>
              </AccountMenu>
            </div>
          </>
        ) : (
          <a href={paths.login} className={PILL}>
            {t("nav.login")}
          </a>
        )}
        <div className="md:hidden">
          <BurgerMenu key={page}>
            <NavLinks group="public" pathname={current} stacked />
            {signedIn && <NavLinks group="own" pathname={current} stacked />}
            <div className="flex flex-wrap items-center justify-between gap-4 border-line border-t pt-4">
              <LanguageSwitch address={address} />
              {signedIn && <SignOut />}
            </div>
          </BurgerMenu>
        </div>
      </div>
    </nav>
  );
}

const PILL =
  "inline-flex min-h-10 items-center rounded-full border border-line-2 px-3.5 text-sm sm:px-4 font-semibold no-underline hover:border-ink";

function SignOut() {
  const { t } = useTranslation("common");
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
      <svg viewBox="0 0 22 26" className="h-[min(1.5rem,7.5vw)]" aria-hidden="true">
        <path d="M0 11a11 11 0 0 1 22 0v9H0z" fill="var(--accent)" />
        <path d="M1 20h20v3a3 3 0 0 1-3 3H4a3 3 0 0 1-3-3z" fill="var(--ink)" />
      </svg>
      <span className="font-bold font-display text-[min(1.4rem,7vw)] tracking-tight">{BRAND}</span>
    </span>
  );
}
