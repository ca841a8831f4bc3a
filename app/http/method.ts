import { Problem } from "../domain/problem";

/** A method that a resource does not have finds nothing there. Throws `not_found`. */
export function allow(request: Request, ...methods: string[]): void {
  if (!methods.includes(request.method)) throw new Problem("not_found");
}
