import type { ReactNode } from "react";
import { Card } from "../../ui/card";

interface Props {
  title: string;
  lead?: ReactNode;
  /** The link below the card. */
  back: { href: string; text: string };
  children: ReactNode;
}

/** A page with a single form. */
export function FormPage({ title, lead, back, children }: Props) {
  return (
    <div className="mx-auto w-full max-w-md">
      <h1>{title}</h1>
      {lead && <p className="mt-2 text-ink-2 text-lg">{lead}</p>}
      <Card className="mt-7 max-sm:p-5">{children}</Card>
      <p className="mt-6 text-center">
        <a href={back.href} className="link text-ink-2">
          {back.text}
        </a>
      </p>
    </div>
  );
}
