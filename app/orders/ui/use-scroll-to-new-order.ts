import { useEffect, useRef } from "react";

/** An order that was just opened from further up the page: its ticket comes into view. */
export function useScrollToNewOrder(orderId: string | null): void {
  const known = useRef(orderId);
  useEffect(() => {
    const fresh = orderId !== null && orderId !== known.current;
    known.current = orderId;
    const ticket = document.getElementById("ticket");
    if (!fresh || !ticket) return;
    ticket.focus({ preventScroll: true });
    const { top } = ticket.getBoundingClientRect();
    if (top >= 0 && top < window.innerHeight / 2) return;
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    ticket.scrollIntoView({ block: "start", behavior: still ? "auto" : "smooth" });
  }, [orderId]);
}
