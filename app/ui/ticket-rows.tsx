// @chunk product
import type { ReactNode } from "react";

/** A line of a ticket. */
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
      <dd className="ml-auto text-right">{children}</dd>
    </div>
  );
}
