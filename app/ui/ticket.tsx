// @chunk purchase
import type { ReactNode } from "react";

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

export function Stamp({ children }: { children: ReactNode }) {
  return <span className="stamp text-2xl">{children}</span>;
}
