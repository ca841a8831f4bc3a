import { Link, NavLink, useLocation } from "@remix-run/react";
import { Icon } from "./icon";

const LINKS = [
  ["/", "Home"],
  ["/shop", "Shop"],
  ["/about", "About"],
  ["/createur", "Creator"],
] as const;

export function Navigation() {
  return (
    <header className="sticky top-0 z-20 border-line border-b bg-paper">
      <nav
        aria-label="Main navigation"
        className="mx-auto flex h-16 max-w-6xl items-center gap-3 px-4 sm:gap-6 sm:px-6"
      >
        <Link to="/" className="no-underline" aria-label="Comptoir, home">
          <Logo />
        </Link>
        <div className="hidden flex-1 items-center gap-5 md:flex">
          <PageLinks className="text-[0.95rem]" />
        </div>
        <div className="ml-auto hidden items-center gap-4 md:flex">
          <LanguageSwitch />
          <LoginLink />
        </div>
        <div className="ml-auto flex items-center gap-2 md:hidden">
          <LoginLink />
          <details className="group">
            <summary
              aria-label="Menu"
              className="flex size-11 list-none items-center justify-center rounded-full border border-line-2"
            >
              <Icon d="M3 6h14M3 10h14M3 14h14" className="size-5 group-open:hidden" />
              <Icon d="M5 5l10 10M15 5L5 15" className="hidden size-5 group-open:block" />
            </summary>
            <div className="absolute inset-x-0 top-16 flex flex-col gap-2 border-line border-b bg-paper px-4 py-5 shadow-ticket">
              <PageLinks className="py-1.5 text-lg" />
              <div className="flex items-center justify-between gap-4 border-line border-t pt-4">
                <LanguageSwitch />
              </div>
            </div>
          </details>
        </div>
      </nav>
    </header>
  );
}

function PageLinks({ className }: { className: string }) {
  return LINKS.map(([to, text]) => (
    <NavLink
      key={to}
      to={to}
      end
      className={({ isActive }) =>
        `whitespace-nowrap no-underline ${isActive ? "font-bold text-ink" : "text-ink-2 hover:text-ink"} ${className}`
      }
    >
      {text}
    </NavLink>
  ));
}

const LANGUAGES = [
  ["fr", "FR", "Français"],
  ["en", "EN", "English"],
] as const;

function LanguageSwitch() {
  const { pathname } = useLocation();
  return (
    <div className="inline-flex overflow-hidden rounded-full border border-line-2 text-xs">
      {LANGUAGES.map(([id, short, name]) => (
        <a
          key={id}
          href={`${pathname}?lang=${id}`}
          hrefLang={id}
          lang={id}
          aria-current={id === "en" ? "true" : undefined}
          aria-label={`${short}, ${name}`}
          className={`flex min-h-8 items-center px-3 no-underline ${id === "en" ? "bg-ink text-paper" : "text-ink-2 hover:text-ink"}`}
        >
          {short}
        </a>
      ))}
    </div>
  );
}

function LoginLink() {
  return (
    <Link
      to="/login"
      className="inline-flex min-h-10 items-center rounded-full border border-line-2 px-3.5 font-semibold text-sm no-underline hover:border-ink sm:px-4"
    >
      Login
    </Link>
  );
}

function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5">
      <svg viewBox="0 0 22 26" className="h-6" aria-hidden="true">
        <path d="M0 11a11 11 0 0 1 22 0v9H0z" fill="var(--accent)" />
        <path d="M1 20h20v3a3 3 0 0 1-3 3H4a3 3 0 0 1-3-3z" fill="var(--ink)" />
      </svg>
      <span className="font-bold font-display text-[1.4rem] tracking-tight">Comptoir</span>
    </span>
  );
}
