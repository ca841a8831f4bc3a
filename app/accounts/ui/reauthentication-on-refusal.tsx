import { type ComponentType, lazy, Suspense, useEffect, useState } from "react";
import type { ReauthenticationProps } from "./reauthentication";

/** Where it can't be loaded, the form shows the refusal all the same. */
const Reauthentication = lazy<ComponentType<ReauthenticationProps>>(() =>
  import("./reauthentication").catch(() => ({ default: () => null })),
);

/** Asks for re-authentication after a refusal. The wallet code comes with the first one. */
export function ReauthenticationOnRefusal(props: ReauthenticationProps) {
  const [wasRefused, setRefused] = useState(false);
  useEffect(() => {
    if (props.refusal) setRefused(true);
  }, [props.refusal]);
  if (!wasRefused) return null;
  return (
    <Suspense fallback={null}>
      <Reauthentication {...props} />
    </Suspense>
  );
}
