import type { ReactNode } from "react";
import { useTranslation } from "./translation";

/**
 * A card for a payment: the amounts above a tear line, actions and status below. In a window of 320 px
 * its padding leaves the width of a QR code.
 */
export function Ticket({ above, children }: { above: ReactNode; children: ReactNode }) {
  return (
    <div className="rounded-lg border border-line bg-card p-6 shadow-ticket max-[22.5rem]:p-3.5 max-[22.5rem]:[--ticket-pad:--spacing(3.5)]">
      {above}
      <div className="tear my-7" aria-hidden="true" />
      {children}
    </div>
  );
}

export function TicketRow({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-1 text-ink-2">
      <dt>{label}</dt>
      <dd className="ml-auto">{children}</dd>
    </div>
  );
}

export function TicketTotal({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-4 border-line border-t pt-3 font-bold font-display text-2xl tracking-tight">
      <dt>{label}</dt>
      <dd className="ml-auto">{children}</dd>
    </div>
  );
}

const STEPS = ["created", "signed", "confirmed", "delivered"] as const;

interface StepsProps {
  /** The step after these is the current one. */
  completedSteps: 0 | 1 | 2 | 3 | 4;
  /** What is to be done in steps that are not complete. */
  ahead?: Partial<Record<(typeof STEPS)[number], string>>;
}

/** The four steps of a purchase. The longest text wraps where the ticket is narrow. */
export function TicketSteps({ completedSteps, ahead = {} }: StepsProps) {
  const { t } = useTranslation("common");
  return (
    <ol className="mt-5 flex flex-wrap gap-1.5 wrap-break-word hyphens-none font-semibold text-xs">
      {STEPS.map((step, at) => (
        <li
          key={step}
          aria-current={at === completedSteps ? "step" : undefined}
          className={`flex-1 border-t-[3px] pt-2 ${stepTone(at, completedSteps)}`}
        >
          {(at >= completedSteps && ahead[step]) || t(`steps.${step}`)}
        </li>
      ))}
    </ol>
  );
}

function stepTone(at: number, completedSteps: number): string {
  if (completedSteps === STEPS.length) return "border-good text-good";
  if (at < completedSteps) return "border-ink text-ink";
  return at === completedSteps
    ? "border-ink border-dashed text-ink"
    : "border-line-2 text-ink-3 font-medium";
}

export function Stamp({ children }: { children: ReactNode }) {
  return <span className="stamp text-2xl">{children}</span>;
}
