import type { ReactNode } from "react";

/** A decision that is explained before it can be taken; opens without script. */
export function Decision({ name, children }: { name: string; children: ReactNode }) {
  return (
    <details className="group rounded-md border border-line-2">
      <summary className="flex min-h-11 cursor-pointer items-center px-4 font-semibold group-open:border-line group-open:border-b">
        {name}
      </summary>
      <div className="grid justify-items-start gap-3 p-4">{children}</div>
    </details>
  );
}
