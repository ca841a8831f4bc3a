// @chunk data
import { useFormat } from "./use-format";

/** An amount of SOL (decimal text) in the page's language, with its unit in smaller type. */
export function Sol({ amount, className = "" }: { amount: string; className?: string }) {
  return (
    <span className={`whitespace-nowrap tabular-nums ${className}`}>
      {useFormat().sol(amount)}
      <span className="ml-1 text-[0.72em] font-semibold">SOL</span>
    </span>
  );
}
