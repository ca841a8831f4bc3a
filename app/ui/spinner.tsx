/** A loading indicator, with an optional text that screen readers announce. */
export function Spinner({ children }: { children?: string }) {
  const ring = (
    <svg viewBox="0 0 20 20" className="spin size-[1.1em] shrink-0" aria-hidden="true">
      <circle
        cx="10"
        cy="10"
        r="8"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        opacity=".25"
      />
      <path
        d="M10 2a8 8 0 0 1 8 8"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
    </svg>
  );
  if (!children) return ring;
  return (
    <p role="status" className="flex items-center gap-3 text-ink-2">
      {ring}
      {children}
    </p>
  );
}
