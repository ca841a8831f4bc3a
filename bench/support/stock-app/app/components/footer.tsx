import { Form, Link } from "@remix-run/react";

const LINKS = [
  ["/cgu", "Terms"],
  ["/contact", "Contact"],
  ["/accessibilite", "Accessibility"],
  ["/tutoriel-moonpay", "Crypto → Cash"],
  ["/mentions-legales", "Legal notice"],
  ["/confidentialite", "Privacy"],
] as const;

const THEMES = [
  ["system", "Auto"],
  ["light", "Light"],
  ["dark", "Dark"],
] as const;

export function Footer() {
  return (
    <footer className="mt-20 border-line border-t">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-6 gap-y-4 px-4 py-8 text-ink-2 text-sm sm:px-6">
        <Link to="/" className="inline-flex items-center gap-2 text-ink no-underline">
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
          <span className="font-bold font-display text-base tracking-tight">Comptoir</span>
        </Link>
        {LINKS.map(([to, text]) => (
          <Link key={to} to={to} className="no-underline hover:text-ink">
            {text}
          </Link>
        ))}
        <div className="flex flex-wrap items-center gap-x-6 gap-y-4 sm:ml-auto">
          <Form method="post" action="/theme" className="inline-flex">
            <fieldset className="inline-flex overflow-hidden rounded-full border border-line-2 text-xs">
              <legend className="sr-only">Appearance</legend>
              {THEMES.map(([value, text]) => (
                <button
                  key={value}
                  type="submit"
                  name="theme"
                  value={value}
                  aria-pressed={value === "system"}
                  className={`min-h-8 px-3 ${value === "system" ? "bg-ink text-paper" : "text-ink-2 hover:text-ink"}`}
                >
                  {text}
                </button>
              ))}
            </fieldset>
          </Form>
          <p>© 2026 Comptoir. All rights reserved.</p>
        </div>
      </div>
    </footer>
  );
}
