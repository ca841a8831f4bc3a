// @chunk offer
import { type ReactNode, useEffect, useRef, useState } from "react";
import { formatSol } from "../../lib/lamports";
import { Sol } from "../../ui/sol";

interface PhoneBarProps {
  priceLamports: bigint;
  /** Keeps the button below a text that has to be read first. */
  inPlace?: boolean;
  /** One button, link or row of these. */
  children: ReactNode;
}

/**
 * On a phone, price and button are fixed to the bottom of the screen until their place in the ticket
 * is in view. It is one element, not a copy; without script it stays in the ticket.
 */
export function PhoneBar({ priceLamports, inPlace = false, children }: PhoneBarProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isBelow, setBelow] = useState(false);
  const below = isBelow && !inPlace;
  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setBelow(!entry.isIntersecting && entry.boundingClientRect.top > 0);
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={place} className="min-h-12">
      <div className={below ? BAR : ""}>
        {below && (
          <span className="font-bold font-display text-xl md:hidden">
            <Sol amount={formatSol(priceLamports)} />
          </span>
        )}
        {children}
      </div>
    </div>
  );
}

const BAR =
  "max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-20 max-md:flex max-md:items-center max-md:gap-4 max-md:border-line max-md:border-t max-md:bg-card max-md:px-4 max-md:pt-3 max-md:pb-[max(0.75rem,env(safe-area-inset-bottom))]";
