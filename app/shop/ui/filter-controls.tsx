import { type InputHTMLAttributes, type ReactNode, useId } from "react";
import { typedSol } from "../../lib/parse-sol";
import { useTranslation } from "../../ui/translation";

/** A bound of the price, in SOL. */
export function PriceControl({ bound, value }: { bound: "min" | "max"; value: string | null }) {
  const { t, i18n } = useTranslation("shop");
  return (
    <TextControl
      inputMode="decimal"
      autoComplete="off"
      name={bound}
      label={t(`price.${bound}Label`)}
      placeholder={t(`price.${bound}`)}
      defaultValue={typedSol(value ?? "", i18n.language)}
      unit="SOL"
    />
  );
}

const CONTROL =
  "min-h-11 w-full rounded-full border border-line-2 bg-card px-4 text-base text-ink placeholder:text-ink-3 hover:border-ink";

type ControlProps<Attributes> = Attributes & { label: string; className?: string };

/** A text field whose label only screen readers read. */
export function TextControl(
  props: ControlProps<InputHTMLAttributes<HTMLInputElement>> & { unit?: string },
) {
  const { label, unit, className = "", ...input } = props;
  const id = useId();
  return (
    <div className={`relative min-w-0 ${className}`}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <input type="text" {...input} id={id} className={`${CONTROL} ${unit ? "pr-12" : ""}`} />
      {unit && (
        <span
          aria-hidden="true"
          className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-4 font-semibold text-ink-3 text-xs"
        >
          {unit}
        </span>
      )}
    </div>
  );
}

/** A select whose label only screen readers read. */
export function SelectControl(props: {
  name: string;
  label: string;
  defaultValue: string;
  className?: string;
  children: ReactNode;
}) {
  const { label, className = "", children, ...select } = props;
  const id = useId();
  return (
    <div className={`min-w-0 ${className}`}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <select {...select} id={id} className={`${CONTROL} truncate`}>
        {children}
      </select>
    </div>
  );
}
