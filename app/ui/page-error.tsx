import { ButtonLink } from "./button";

interface Props {
  title: string;
  hint?: string;
  /** The way on, and what it says. */
  to: string;
  action: string;
}

/** A page that can't show what it is for: why, and a way on. */
export function PageError({ title, hint, to, action }: Props) {
  return (
    <div className="flex flex-col items-start gap-5 py-10">
      <h1>{title}</h1>
      {hint && <p className="max-w-prose text-ink-2">{hint}</p>}
      <ButtonLink to={to} reloadDocument variant="secondary">
        {action}
      </ButtonLink>
    </div>
  );
}
