import type { ReactNode } from "react";
import { Alert } from "../../ui/alert";

interface Props {
  tone?: "warn" | "good";
  title: string;
  children: ReactNode;
}

/** What a buyer is told above the panel of the current stage. */
export function Note({ tone = "warn", title, children }: Props) {
  return (
    <div className="mb-5">
      <Alert tone={tone}>
        <p className="font-semibold">{title}</p>
        <p className="mt-1 text-sm">{children}</p>
      </Alert>
    </div>
  );
}
