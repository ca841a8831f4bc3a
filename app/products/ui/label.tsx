/** A field's label; the asterisk of a required field is explained above the form. */
export function Label({ text, required = false }: { text: string; required?: boolean }) {
  return (
    <>
      {text}
      {required && <span aria-hidden="true"> *</span>}
    </>
  );
}
