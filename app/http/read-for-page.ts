import { Problem } from "../lib/problem";
import { problemStatus } from "./problem-response";

/**
 * Reads what a page shows. A refusal is thrown as a response with its status; what is our own fault
 * is logged and thrown as 503. The page's error boundary has the words.
 */
export async function readForPage<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Response) throw error;
    if (error instanceof Problem) throw new Response(null, { status: problemStatus(error) });
    console.error(error);
    throw new Response(null, { status: 503 });
  }
}
