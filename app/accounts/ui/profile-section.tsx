import { type ReactNode, useId } from "react";
import { Card } from "../../ui/card";

interface SectionProps {
  title: string;
  lead?: ReactNode;
  /** Fragment id for links within the page. */
  id?: string;
  children: ReactNode;
}

/** A part of the profile; the heading is on the left, on a phone above. */
export function ProfileSection({ title, lead, id, children }: SectionProps) {
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

interface LineProps {
  name: ReactNode;
  /** The present state, in a few words. */
  state: ReactNode;
  /** Actions. */
  children?: ReactNode;
}

/** An item of a list in the profile: a name, its state, its actions. */
export function ProfileLine({ name, state, children }: LineProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-4 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-44">
        <p className="font-semibold">{name}</p>
        <p className="mt-0.5 break-words text-ink-2 text-sm">{state}</p>
      </div>
      {children && <div className="flex flex-wrap items-center gap-x-5 gap-y-2">{children}</div>}
    </li>
  );
}

interface LinkProps {
  href: string;
  /** The accessible name, where the text alone is ambiguous. */
  label?: string;
  children: string;
}

/** A link to the page of an action. */
export function LineLink({ href, label, children }: LinkProps) {
  return (
    <a href={href} aria-label={label} className="link font-medium text-sm">
      {children}
    </a>
  );
}
