// @chunk data
import { shortAddress } from "../solana/short-address";
import { CopyButton } from "./copy-button";

/** A shortened key or signature with a button that copies it in full. */
export function Address({ value, label }: { value: string; label?: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <code className="font-mono text-sm" title={value}>
        {shortAddress(value)}
      </code>
      <CopyButton text={value} label={label} />
    </span>
  );
}
