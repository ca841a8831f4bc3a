import { isRouteErrorResponse, useRouteError } from "@remix-run/react";

/** In an error boundary: true where the loader answered 404. */
export function useIsNotFound(): boolean {
  const error = useRouteError();
  return isRouteErrorResponse(error) && error.status === 404;
}
