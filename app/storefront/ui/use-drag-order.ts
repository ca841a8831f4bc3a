import {
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";

/** Within this distance of the window's edge, dragging scrolls the page. */
const SCROLL_ZONE_PX = 96;
const SCROLL_STEP_PX = 10;

interface Options {
  /** Its children are the rows, in order. */
  list: RefObject<HTMLElement>;
  /** Ids in order. */
  rows: readonly string[];
  onRows: (rows: string[]) => void;
  /** Called with the dropped row and the new order. */
  onDrop: (id: string, rows: readonly string[]) => void;
  onCancel: () => void;
}

interface Drag {
  id: string;
  pointerId: number;
  /** Position of the pointer in the window. */
  y: number;
  /** The order at the start, which Escape restores. */
  before: readonly string[];
}

/** Sorts a list by dragging with a mouse, a pen or a finger. */
export function useDragOrder(options: Options) {
  const [dragged, setDragged] = useState<string | null>(null);
  const drag = useRef<Drag | null>(null);
  const latest = useRef(options);
  latest.current = options;

  function start(id: string, event: ReactPointerEvent) {
    if (event.button !== 0 || drag.current) return;
    // Otherwise the drag selects text.
    event.preventDefault();
    const { pointerId, clientY: y } = event;
    drag.current = { id, pointerId, y, before: latest.current.rows };
    setDragged(id);
  }

  useEffect(() => {
    if (dragged === null) return;
    const controller = new AbortController();

    function applyPosition({ id, y }: Drag): readonly string[] {
      const { list, rows, onRows } = latest.current;
      const order = list.current ? orderAt(list.current, rows, { id, y }) : rows;
      if (order !== rows) onRows([...order]);
      return order;
    }
    function step() {
      if (!drag.current || controller.signal.aborted) return;
      scrollAtEdge(drag.current.y);
      applyPosition(drag.current);
      requestAnimationFrame(step);
    }
    function track({ pointerId, clientY }: PointerEvent) {
      if (drag.current?.pointerId === pointerId) drag.current.y = clientY;
    }
    function drop(event: PointerEvent) {
      track(event);
      if (!drag.current || drag.current.pointerId !== event.pointerId) return;
      latest.current.onDrop(drag.current.id, applyPosition(drag.current));
      end();
    }
    function cancel() {
      if (drag.current) latest.current.onRows([...drag.current.before]);
      latest.current.onCancel();
      end();
    }
    function end() {
      drag.current = null;
      setDragged(null);
    }

    // On the window: a row that moves in the document loses a captured pointer.
    const { signal } = controller;
    addEventListener("pointermove", track, { signal });
    addEventListener("pointerup", drop, { signal });
    addEventListener("pointercancel", cancel, { signal });
    addEventListener("keydown", ({ key }) => key === "Escape" && cancel(), { signal });
    requestAnimationFrame(step);
    return () => controller.abort();
  }, [dragged]);

  return { dragged, start };
}

/** The order with the dragged row where the pointer is; `rows` itself if it stays. */
function orderAt(
  list: HTMLElement,
  rows: readonly string[],
  { id, y }: Pick<Drag, "id" | "y">,
): readonly string[] {
  const from = rows.indexOf(id);
  // Only rows that the pointer has passed by half change places.
  const to = [...list.children].reduce((position, row, at) => {
    const { top, height } = row.getBoundingClientRect();
    const middle = top + height / 2;
    if (at < from && y < middle) return Math.min(position, at);
    if (at > from && y > middle) return Math.max(position, at);
    return position;
  }, from);
  if (to === from) return rows;
  const order = rows.filter((other) => other !== id);
  order.splice(to, 0, id);
  return order;
}

function scrollAtEdge(y: number): void {
  if (y < SCROLL_ZONE_PX) window.scrollBy(0, -SCROLL_STEP_PX);
  if (y > window.innerHeight - SCROLL_ZONE_PX) window.scrollBy(0, SCROLL_STEP_PX);
}
