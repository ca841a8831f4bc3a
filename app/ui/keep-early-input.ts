/**
 * Remembers what a person changes before the page is live. React gives a select the value that it
 * knows when it next draws it, and its handlers never hear of what happened before. Call the result
 * once the page is live: choices come back, and the handlers are told.
 */
export function keepEarlyInput(): () => void {
  const chosen = new Map<HTMLSelectElement, string>();
  const touched = new Set<EventTarget>();
  for (const select of document.querySelectorAll("select")) {
    const offered = [...select.options].find((option) => option.defaultSelected);
    if (!(offered ?? select.options[0])?.selected) chosen.set(select, select.value);
  }
  const note = ({ target }: Event) => {
    if (target) touched.add(target);
    if (target instanceof HTMLSelectElement) chosen.set(target, target.value);
  };
  document.addEventListener("input", note, true);
  const tell = () => {
    document.removeEventListener("input", note, true);
    for (const [select, value] of chosen) {
      select.value = value;
      touched.add(select);
      select.dispatchEvent(new Event("change", { bubbles: true }));
    }
    for (const field of touched) field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  // React acts on an event at once only when it is not at work itself.
  return () => void setTimeout(tell);
}
