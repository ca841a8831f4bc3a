/**
 * Keeps input from before hydration. React resets a select to its rendered value at the next render,
 * and its handlers miss events from before. Call the returned function after hydration: it restores
 * the selected options and dispatches `input` and `change` on each field that was changed.
 */
export function keepEarlyInput(): () => void {
  const selected = new Map<HTMLSelectElement, string>();
  for (const select of document.querySelectorAll("select")) {
    const initial = [...select.options].find((option) => option.defaultSelected);
    if (!(initial ?? select.options[0])?.selected) selected.set(select, select.value);
  }
  const record = ({ target }: Event) => {
    if (target instanceof HTMLSelectElement) selected.set(target, target.value);
  };
  document.addEventListener("input", record, true);
  const restore = () => {
    document.removeEventListener("input", record, true);
    for (const [select, value] of selected) {
      select.value = value;
      dispatchChange(select);
    }
    for (const field of document.querySelectorAll("input, textarea")) {
      if (isChanged(field as HTMLInputElement | HTMLTextAreaElement)) dispatchChange(field);
    }
  };
  // Outside of React's own work, where it handles dispatched events synchronously.
  return () => void setTimeout(restore);
}

/** True where the value differs from the rendered one. */
export function isChanged(field: HTMLInputElement | HTMLTextAreaElement): boolean {
  // The value of a box is the same whether it is ticked or not.
  const isBox = field.type === "checkbox" || field.type === "radio";
  if (isBox && field instanceof HTMLInputElement) return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
}

/** Tells React and other listeners of a value that script has set. */
export function dispatchChange(field: EventTarget): void {
  for (const type of ["change", "input"]) field.dispatchEvent(new Event(type, { bubbles: true }));
}
