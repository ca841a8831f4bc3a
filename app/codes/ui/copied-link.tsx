import { CopyButton } from "../../ui/copy-button";
import { useHydrated } from "../../ui/use-hydrated";

/** An address with a button to copy it, which `label` names. */
export function CopiedLink({ address, label }: { address: string; label: string }) {
  const hydrated = useHydrated();
  return (
    <span className="flex flex-wrap items-center gap-2">
      <a href={address} className="link min-w-0 break-all font-mono text-sm">
        {address}
      </a>
      {hydrated && <CopyButton text={address} label={label} />}
    </span>
  );
}
