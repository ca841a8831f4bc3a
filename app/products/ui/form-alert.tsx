import { useEffect, useRef } from "react";
import { Alert } from "../../ui/alert";

/** A form error: the translated message, and the name of its field. */
export interface FormError {
  message: string;
  field?: string | null;
}

/** Shows the error above the form and focuses its field. */
export function FormAlert({ error }: { error: FormError | null }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!error) return;
    const form = box.current?.closest("form");
    const field = error.field && form?.elements.namedItem(error.field);
    if (field instanceof HTMLElement) field.focus();
    box.current?.scrollIntoView({ block: "nearest" });
  }, [error]);
  return (
    <div ref={box} className="scroll-mt-6 empty:hidden">
      {error && <Alert>{error.message}</Alert>}
    </div>
  );
}
