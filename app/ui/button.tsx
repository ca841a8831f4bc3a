import { Link, type LinkProps } from "@remix-run/react";
import type { ButtonHTMLAttributes, ReactNode } from "react";
import { Spinner } from "./spinner";

type Variant = "primary" | "secondary" | "quiet" | "danger";
type Size = "l" | "m" | "s";

const VARIANTS: Record<Variant, string> = {
  primary:
    "bg-accent text-on-accent border-transparent enabled:hover:bg-accent-strong [a&]:hover:bg-accent-strong disabled:not-aria-busy:bg-line disabled:not-aria-busy:text-ink-3",
  secondary:
    "bg-card text-ink border-line-2 enabled:hover:border-ink [a&]:hover:border-ink disabled:not-aria-busy:opacity-50",
  quiet: "bg-transparent text-ink-2 border-transparent hover:text-ink hover:bg-sunk",
  danger: "bg-card text-accent border-accent hover:bg-accent-soft hover:text-accent-strong",
};
const SIZES: Record<Size, string> = {
  l: "min-h-12 px-6 text-base",
  m: "min-h-11 px-5 text-base",
  s: "min-h-9 px-4 text-sm",
};

function classes(variant: Variant, size: Size, extra = ""): string {
  return `inline-flex items-center justify-center gap-2 rounded-full border py-1.5 text-center font-semibold text-balance leading-tight no-underline transition duration-150 ${VARIANTS[variant]} ${SIZES[size]} ${extra}`;
}

interface Common {
  variant?: Variant;
  size?: Size;
  children: ReactNode;
}

export interface ButtonProps
  extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children">,
    Common {
  /** Shows a spinner and disables the button. */
  busy?: boolean;
}

export function Button(props: ButtonProps) {
  const {
    variant = "primary",
    size = "m",
    busy = false,
    children,
    className,
    disabled,
    ...rest
  } = props;
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      {...rest}
      disabled={disabled || busy}
      className={classes(variant, size, className)}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}

/** A link styled as a button. Pages without script need `reloadDocument`. */
export function ButtonLink(props: Omit<LinkProps, "children"> & Common) {
  const { variant = "primary", size = "m", children, className, ...rest } = props;
  return (
    <Link {...rest} className={classes(variant, size, className)}>
      {children}
    </Link>
  );
}
