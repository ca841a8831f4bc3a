// @chunk form
import { useEffect, useRef } from "react";
import { Alert } from "./alert";

/** A form error: the translated message, and the name of its field. */
export interface FormError {
  message: string;
  field?: string | null;
}

interface Props {
  error: FormError | null | undefined;
  /** Of the message, where the field refers to it by `errorId`. */
  id?: string;
}

/** Shows the error of the form around it and focuses its field. */
export function FormAlert({ error, id }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!error) return;
    const form = box.current?.closest("form");
    const field = error.field && form?.elements.namedItem(error.field);
    box.current?.scrollIntoView({ block: "nearest" });
    // Last: where both do not fit into the window, the field is in view.
    if (field instanceof HTMLElement) field.focus();
  }, [error]);
  return (
    <div ref={box} className="scroll-mt-6 empty:hidden">
      {error && <Alert id={id}>{error.message}</Alert>}
    </div>
  );
}

/**
 * The `errorId` of a field: the id of the form's message where it concerns that field. A page has one
 * form that uses it.
 */
export const FORM_ERROR_ID = "form-error";

export function errorIdOf(error: FormError | null | undefined, field: string): string | undefined {
  return error?.field === field ? FORM_ERROR_ID : undefined;
}
