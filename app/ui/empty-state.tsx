// @chunk records
import type { ReactNode } from "react";

/** Shown in place of an empty list: a title, and the next step as children. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-4 rounded-lg border border-dashed border-line-2 px-6 py-16 text-center">
      <p className="font-display text-xl font-bold tracking-tight">{title}</p>
      {children}
    </div>
  );
}
