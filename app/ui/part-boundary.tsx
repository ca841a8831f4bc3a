// @chunk ui
import { type ReactNode, Suspense, useSyncExternalStore } from "react";
import { Alert } from "./alert";
import { Button } from "./button";
import type { Part } from "./part";
import { Spinner } from "./spinner";
import { useTranslation } from "./translation";

/**
 * Around components that call `usePart`. What the server has rendered stays until the part is loaded;
 * without that, a spinner is shown unless `isQuiet`. Where the part can't be loaded, a message offers to
 * try again.
 */
export function PartBoundary({ part, isQuiet, children }: BoundaryProps) {
  return (
    <>
      <PartFailure part={part} />
      <Suspense fallback={isQuiet ? null : <PartLoading part={part} />}>{children}</Suspense>
    </>
  );
}

interface BoundaryProps {
  part: Part<unknown>;
  isQuiet?: boolean;
  children: ReactNode;
}

function useFailed({ subscribe, hasFailed }: Part<unknown>): boolean {
  return useSyncExternalStore(subscribe, hasFailed, () => false);
}

function PartLoading({ part }: { part: Part<unknown> }) {
  const { t } = useTranslation();
  if (useFailed(part)) return null;
  return (
    <div className="flex min-h-24 items-center justify-center">
      <Spinner>{t("loading")}</Spinner>
    </div>
  );
}

/** A component of its own: a boundary that is rendered again before its part is there loses its HTML. */
function PartFailure({ part }: { part: Part<unknown> }) {
  const { t } = useTranslation();
  if (!useFailed(part)) return null;
  return (
    <div className="mb-4">
      <Alert>
        <p>{t("part.failed")}</p>
        <Button variant="secondary" className="mt-3" onClick={() => void retry(part)}>
          {t("error.retry")}
        </Button>
      </Alert>
    </div>
  );
}

/**
 * Where the server answers and the part still does not come, a newer version has replaced it, or the
 * browser keeps the failure: the page is loaded again.
 */
async function retry(part: Part<unknown>): Promise<void> {
  if (await part.load()) return;
  const answer = await fetch(window.location.href, { method: "HEAD", cache: "no-store" }).catch(
    () => null,
  );
  if (answer?.ok) window.location.reload();
}
