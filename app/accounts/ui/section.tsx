import { type ReactNode, useId } from "react";
import { Card } from "../../ui/card";

interface Props {
  title: string;
  lead?: ReactNode;
  /** Where a link within the page leads. */
  id?: string;
  children: ReactNode;
}

/** One part of the profile: what it is about on the left, on a phone above. */
export function ProfileSection({ title, lead, id, children }: Props) {
  const heading = useId();
  return (
    <section
      id={id}
      aria-labelledby={heading}
      className="grid gap-x-10 gap-y-4 md:grid-cols-[15rem_minmax(0,1fr)]"
    >
      <header className="md:pt-5">
        <h2 id={heading} className="text-xl">
          {title}
        </h2>
        {lead && <p className="mt-1.5 text-ink-2 text-sm leading-relaxed">{lead}</p>}
      </header>
      <Card className="min-w-0 self-start max-sm:p-5">{children}</Card>
    </section>
  );
}
