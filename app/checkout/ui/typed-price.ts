// @chunk offer
/** Name of the form of `price-form.tsx`. */
export const PRICE_FORM = "price";

/**
 * Asks for the page with what is typed as amount or code, where the page has another price: a press of the button that
 * buys shows the new total first. False where nothing else is typed.
 */
export function submitTypedPrice(): boolean {
  const form = document.forms.namedItem(PRICE_FORM);
  if (!form || ![...form.elements].some(isTyped)) return false;
  form.requestSubmit();
  return true;
}

/** True for a field with another text than the page was asked for. */
export function isTyped(control: EventTarget): boolean {
  if (!(control instanceof HTMLInputElement) || control.type === "hidden") return false;
  return control.value.trim() !== control.defaultValue.trim();
}
