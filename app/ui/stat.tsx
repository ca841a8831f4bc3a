// @chunk records
import type { ReactNode } from "react";

/** A row of three figures; a column on phones. */
export function StatRow({ children }: { children: ReactNode }) {
  return (
    <dl className="grid overflow-hidden rounded-lg border border-line bg-card divide-line max-sm:divide-y sm:grid-cols-3 sm:divide-x">
      {children}
    </dl>
  );
}

interface Props {
  name: string;
  note?: string;
  children: ReactNode;
}

export function Stat({ name, note, children }: Props) {
  return (
    <div className="p-6 max-sm:flex max-sm:flex-wrap max-sm:items-baseline max-sm:justify-between max-sm:gap-x-4 max-sm:p-4">
      <dt className="text-ink-2 text-sm">{name}</dt>
      <dd className="mt-1 break-words font-bold font-display text-4xl tracking-tight tabular-nums max-sm:text-2xl">
        {children}
      </dd>
      {note && (
        <dd className="mt-1 text-ink-2 text-sm tabular-nums max-sm:w-full max-sm:text-right">
          {note}
        </dd>
      )}
    </div>
  );
}
