import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "../../ui/translation";
import { useHydrated } from "../../ui/use-hydrated";
import { MAX_LISTED_PRODUCTS, type SellPageEditor } from "../rules/sell-page-form";
import { ProductRow, type RowControls } from "./product-row";
import { useDragOrder } from "./use-drag-order";

interface Props {
  products: SellPageEditor["products"];
  /** Ids of the products that are ticked at first. */
  initial: readonly string[];
  /** Ids of all products, in their order, and of those that are ticked now. */
  edited: {
    rows: readonly string[];
    setRows: (rows: string[]) => void;
    listed: readonly string[];
  };
}

/** Which products the page lists, and in which order. Without script the order is typed as numbers. */
export function ProductChoice({ products, initial, edited }: Props) {
  const { rows, setRows } = edited;
  const { t } = useTranslation("manage-sell");
  const hydrated = useHydrated();
  const list = useRef<HTMLOListElement>(null);
  const [message, setMessage] = useState("");
  const byId = useMemo(() => new Map(products.map((one) => [one.card.id, one])), [products]);
  const ticked = useMemo(() => new Set(initial), [initial]);
  const announce = (id: string, order: readonly string[]) => {
    const title = byId.get(id)?.card.title ?? "";
    setMessage(t("moved", { title, position: order.indexOf(id) + 1, count: order.length }));
  };

  const onCancel = () => setMessage(t("cancelled"));
  const drag = useDragOrder({ list, rows, onRows: setRows, onDrop: announce, onCancel });
  const focusAfterMove = useFocusAfterMove(list, rows);
  const move: RowControls["move"] = (id, by) => {
    const order = rows.filter((other) => other !== id);
    order.splice(rows.indexOf(id) + by, 0, id);
    focusAfterMove(id, by);
    setRows(order);
    announce(id, order);
  };
  // The same functions at each render: the rows are memoised.
  const latest = useRef<RowControls>({ move, start: drag.start });
  latest.current = { move, start: drag.start };
  const [controls] = useState<RowControls>(() => ({
    move: (id, by) => latest.current.move(id, by),
    start: (id, event) => latest.current.start(id, event),
  }));

  return (
    <section className="grid gap-4">
      <header className="grid gap-2">
        <h2>{t("products")}</h2>
        <p className="text-ink-2 text-sm">{t("productsHint", { max: MAX_LISTED_PRODUCTS })}</p>
        {hydrated && <p className="text-ink-2 text-sm">{t("dragHint")}</p>}
        {hydrated && (
          <p className="font-semibold text-sm">{t("selected", { count: edited.listed.length })}</p>
        )}
      </header>
      <ol ref={list} className="grid gap-2">
        {rows.map((id, at) => {
          const product = byId.get(id);
          return (
            product && (
              <ProductRow
                key={id}
                {...product}
                at={at}
                count={rows.length}
                isTicked={ticked.has(id)}
                isDragged={drag.dragged === id}
                isScripted={hydrated}
                controls={controls}
              />
            )
          );
        })}
      </ol>
      <p role="status" className="sr-only">
        {message}
      </p>
    </section>
  );
}

/**
 * Keeps the focus on the button that moved a row: moving an element in the document blurs it. At
 * either end its button is disabled, and the other one gets the focus. Returns a function to call
 * before the order changes.
 */
function useFocusAfterMove(list: RefObject<HTMLElement>, rows: readonly string[]) {
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
