/** A control's label; the mark of a required one is explained above the form. */
export function Label({ text, required = false }: { text: string; required?: boolean }) {
  return (
    <>
      {text}
      {required && <span aria-hidden="true"> *</span>}
    </>
  );
}
