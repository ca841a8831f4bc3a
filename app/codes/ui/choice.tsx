import type { ReactNode } from "react";

interface Props {
  name: string;
  value: string;
  isChosen: boolean;
  children: ReactNode;
}

/** One of the choices of a group. */
export function Choice({ name, value, isChosen, children }: Props) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input
        type="radio"
        name={name}
        value={value}
        defaultChecked={isChosen}
        className="size-5 shrink-0 accent-ink"
      />
      {children}
    </label>
  );
}
