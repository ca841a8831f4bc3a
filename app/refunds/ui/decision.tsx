import type { ReactNode } from "react";

/** A decision that is explained before it can be taken; opens without script. */
export function Decision({ name, children }: { name: string; children: ReactNode }) {
  return (
    <details className="group">
      <summary className="flex min-h-9 w-fit cursor-pointer list-none items-center rounded-full border border-line-2 bg-card px-4 font-semibold text-sm hover:border-ink group-open:border-ink [&::-webkit-details-marker]:hidden">
        {name}
      </summary>
      <div className="mt-3 grid justify-items-start gap-3 rounded-md bg-sunk p-4">{children}</div>
    </details>
  );
}
