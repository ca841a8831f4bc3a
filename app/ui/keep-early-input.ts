/**
 * Records input before hydration. React resets a select to its rendered value at the next render, and
 * its handlers miss events from before. Call the returned function after hydration: it restores the
 * selected options and dispatches the events again.
 */
export function keepEarlyInput(): () => void {
  const selected = new Map<HTMLSelectElement, string>();
  const changed = new Set<EventTarget>();
  for (const select of document.querySelectorAll("select")) {
    const initial = [...select.options].find((option) => option.defaultSelected);
    if (!(initial ?? select.options[0])?.selected) selected.set(select, select.value);
  }
  const record = ({ target }: Event) => {
    if (target) changed.add(target);
    if (target instanceof HTMLSelectElement) selected.set(target, target.value);
  };
  document.addEventListener("input", record, true);
  const restore = () => {
    document.removeEventListener("input", record, true);
    for (const [select, value] of selected) {
      select.value = value;
      changed.add(select);
      select.dispatchEvent(new Event("change", { bubbles: true }));
    }
    for (const field of changed) field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  // Outside of React's own work, where it handles dispatched events synchronously.
  return () => void setTimeout(restore);
}
