import { type ReactNode, useId } from "react";

interface Props {
  title: string;
  /** Below the title. */
  lead?: ReactNode;
  children: ReactNode;
}

/** A section of the product form. */
export function EditorSection({ title, lead, children }: Props) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5 rounded-lg border border-line bg-card p-4 sm:p-6"
    >
      <header className="grid gap-1">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {lead && <p className="text-ink-2 text-sm">{lead}</p>}
      </header>
      {children}
    </section>
  );
}
