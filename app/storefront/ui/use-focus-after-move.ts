import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Keeps the focus on the button that moved a row: moving an element in the document blurs it. At
 * either end its button is disabled, and the other one gets the focus. Returns a function to call
 * before the order changes.
 */
export function useFocusAfterMove(list: RefObject<HTMLElement>, rows: readonly string[]) {
  const moved = useRef<{ id: string; by: 1 | -1 } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each change of the order.
  useLayoutEffect(() => {
    if (!moved.current) return;
    const { id, by } = moved.current;
    moved.current = null;
    const row = list.current?.querySelector(`[data-product="${CSS.escape(id)}"]`);
    const button = (to: number) => row?.querySelector<HTMLButtonElement>(`[data-move="${to}"]`);
    const target = button(by)?.disabled ? button(-by) : button(by);
    target?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: "nearest" });
  }, [rows]);
  return (id: string, by: 1 | -1) => {
    moved.current = { id, by };
  };
}
