import { useEffect, useState } from "react";

/** The error of a field: that of the form, and once the field is changed, its own. */
export function useFieldError(formError = ""): [error: string, set: (own: string) => void] {
  const [own, setOwn] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer of the form counts again.
  useEffect(() => setOwn(null), [formError]);
  return [own ?? formError, setOwn];
}
