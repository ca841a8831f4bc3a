import { BRAND } from "../../lib/brand";

/** The counter bell and the wordmark. */
export function Logo({ small = false }: { small?: boolean }) {
  return (
    <span className="inline-flex items-center gap-2.5">
      <svg viewBox="0 0 22 26" className={small ? "h-5" : "h-6"} aria-hidden="true">
        <path d="M0 11a11 11 0 0 1 22 0v9H0z" fill="var(--accent)" />
        <path d="M1 20h20v3a3 3 0 0 1-3 3H4a3 3 0 0 1-3-3z" fill="var(--ink)" />
      </svg>
      <span
        className={`font-bold font-display tracking-tight ${small ? "text-base" : "text-[1.4rem]"}`}
      >
        {BRAND}
      </span>
    </span>
  );
}
