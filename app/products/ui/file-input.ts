/** Replaces the file that is chosen in a control, without an event; null removes it. */
export function setFile(input: HTMLInputElement | null, file: File | null): void {
  setFiles(input, file ? [file] : []);
}

/** Replaces the files that are chosen in a control, without an event. */
export function setFiles(input: HTMLInputElement | null, files: readonly File[]): void {
  if (!input) return;
  const chosen = new DataTransfer();
  for (const file of files) chosen.items.add(file);
  input.files = chosen.files;
}

/**
 * Focuses a file that was refused when it was chosen: its field says why. False where the form has
 * none.
 */
export function focusRefusedFile(form: HTMLFormElement): boolean {
  const input = form.querySelector<HTMLInputElement>("input[type=file]:invalid");
  input?.focus();
  return input !== null;
}
