import { useEffect, useRef } from "react";
import { Alert } from "../../ui/alert";

/** What is wrong with a form, in words, and the name of the field at fault. */
export interface Fault {
  message: string;
  field?: string | null;
}

/** Says what is wrong, above the form, and leads to the field. */
export function FormAlert({ fault }: { fault: Fault | null }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!fault) return;
    const form = box.current?.closest("form");
    const field = fault.field && form?.elements.namedItem(fault.field);
    if (field instanceof HTMLElement) field.focus();
    box.current?.scrollIntoView({ block: "nearest" });
  }, [fault]);
  return (
    <div ref={box} className="scroll-mt-6 empty:hidden">
      {fault && <Alert>{fault.message}</Alert>}
    </div>
  );
}
