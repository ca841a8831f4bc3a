/** The file that is chosen in a form, or null: browsers send an empty file without a name for no choice. */
export function chosenFile(form: FormData, name: string): File | null {
  const value = form.get(name);
  return value instanceof File && (value.name !== "" || value.size > 0) ? value : null;
}
