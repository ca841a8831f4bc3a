import { ButtonLink } from "./button";

interface Props {
  title: string;
  hint?: string;
  /** Target of the link below the message. */
  to: string;
  /** Text of that link. */
  action: string;
}

/** Content of a page whose loader failed: the reason, and a link. */
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
