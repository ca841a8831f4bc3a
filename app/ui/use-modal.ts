// @chunk dialog
import { type RefObject, useEffect, useRef } from "react";

/**
 * Makes a `<dialog open>` that the server rendered modal while it is mounted, and returns the focus
 * to the element that had it before.
 */
export function useModal(): RefObject<HTMLDialogElement> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.close();
    dialog.current?.showModal();
    return () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, []);
  return dialog;
}
