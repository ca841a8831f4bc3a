// @chunk form
import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from "react";

const CONTROL =
  "w-full rounded-md border border-line-2 bg-card px-3.5 py-2.5 text-base text-ink placeholder:text-ink-3 aria-invalid:border-accent disabled:opacity-60";

interface Common {
  label: ReactNode;
  hint?: ReactNode;
  /** Announced with the control. */
  error?: ReactNode;
  /** Id of an element that has the error instead, such as the alert of the form. */
  errorId?: string;
}

interface ControlProps {
  id: string;
  "aria-invalid"?: true;
  "aria-describedby": string | undefined;
  autoFocus?: true;
}

/** Label, hint and error of one control, linked to it by id. */
export function Field({
  id,
  label,
  hint,
  error,
  errorId,
  children,
}: Common & { id?: string; children: (control: ControlProps) => ReactNode }) {
  const generatedId = useId();
  const controlId = id ?? generatedId;
  const errorIds = [error && `${controlId}-error`, errorId].filter(Boolean);
  const describedBy = [...errorIds, hint && `${controlId}-hint`].filter(Boolean);
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={controlId} className="text-sm font-semibold">
        {label}
      </label>
      {children({
        id: controlId,
        ...(errorIds.length > 0 ? { "aria-invalid": true as const } : {}),
        "aria-describedby": describedBy.join(" ") || undefined,
        // On a page without script, as the browser focuses it after a refusal. `FormAlert` does with script.
        ...(errorId ? { autoFocus: true as const } : {}),
      })}
      {hint && (
        <p id={`${controlId}-hint`} className="text-sm text-ink-2">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${controlId}-error`} className="text-sm font-medium text-accent">
          {error}
        </p>
      )}
    </div>
  );
}

export function TextField(props: InputHTMLAttributes<HTMLInputElement> & Common) {
  const { label, hint, error, errorId, id, className = "", ...input } = props;
  return (
    <Field id={id} label={label} hint={hint} error={error} errorId={errorId}>
      {(control) => (
        <input type="text" {...input} {...control} className={`${CONTROL} ${className}`} />
      )}
    </Field>
  );
}

export function TextareaField(props: TextareaHTMLAttributes<HTMLTextAreaElement> & Common) {
  const { label, hint, error, errorId, id, className = "", ...textarea } = props;
  return (
    <Field id={id} label={label} hint={hint} error={error} errorId={errorId}>
      {(control) => (
        <textarea rows={5} {...textarea} {...control} className={`${CONTROL} ${className}`} />
      )}
    </Field>
  );
}

export function SelectField(props: SelectHTMLAttributes<HTMLSelectElement> & Common) {
  const { label, hint, error, errorId, id, className = "", children, ...select } = props;
  return (
    <Field id={id} label={label} hint={hint} error={error} errorId={errorId}>
      {(control) => (
        <select {...select} {...control} className={`${CONTROL} pr-10 ${className}`}>
          {children}
        </select>
      )}
    </Field>
  );
}
