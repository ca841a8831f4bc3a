import { type RefObject, startTransition, useEffect, useState } from "react";
import { type ProductFields, parseFormFields } from "../rules/product-fields";

const EVENTS = ["input", "change", "reset"] as const;

/**
 * The fields of a product form as they are typed now, read at most once a frame. `initial` is what the
 * page gave the form. Typing comes first: what is rendered with the fields can be interrupted.
 */
export function useTypedProduct(
  form: RefObject<HTMLFormElement>,
  initial: ProductFields,
): ProductFields {
  const [typed, setTyped] = useState(initial);
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    let frame = 0;
    const read = () => {
      frame = 0;
      const fields = parseFormFields(new FormData(element));
      startTransition(() => setTyped((shown) => (isSame(shown, fields) ? shown : fields)));
    };
    // A reset changes the fields after its event.
    const readSoon = () => {
      frame ||= requestAnimationFrame(read);
    };
    for (const name of EVENTS) element.addEventListener(name, readSoon);
    // Typed before the page was hydrated.
    readSoon();
    return () => {
      cancelAnimationFrame(frame);
      for (const name of EVENTS) element.removeEventListener(name, readSoon);
    };
  }, [form]);
  return typed;
}

function isSame(one: ProductFields, other: ProductFields): boolean {
  return (Object.keys(one) as (keyof ProductFields)[]).every((name) => one[name] === other[name]);
}
