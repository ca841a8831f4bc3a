import type { ReactNode } from "react";

interface Props {
  name: ReactNode;
  /** What there is, in a few words. */
  state: ReactNode;
  /** What can be done about it. */
  children?: ReactNode;
}

/** One line of a list in the profile: a name, its state, its actions. */
export function ProfileLine({ name, state, children }: Props) {
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
  /** The whole of what it does, where the words alone don't say it. */
  label?: string;
  children: string;
}

/** An action that has a page of its own. */
export function LineLink({ href, label, children }: LinkProps) {
  return (
    <a href={href} aria-label={label} className="link font-medium text-sm">
      {children}
    </a>
  );
}
