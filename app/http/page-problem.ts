import { Problem } from "../lib/problem";
import { problemMessage, problemStatus } from "./problem-response";

/** A loader's refusal as the error page: throws a response with the status and the visitor's words. */
export async function orErrorPage<T>(request: Request, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new Response(await problemMessage(error, request), { status: problemStatus(error) });
  }
}
