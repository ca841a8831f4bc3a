import type { ReactNode } from "react";

interface Props {
  children: ReactNode;
  /** What the form makes: beside it, or below it in a narrow window. */
  preview: ReactNode;
}

/** The product form with its preview. */
export function EditorColumns({ children, preview }: Props) {
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-8 table:grid-cols-[minmax(0,1fr)_25rem]">
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6">{children}</div>
      <div className="min-w-0 table:sticky table:top-20">{preview}</div>
    </div>
  );
}
