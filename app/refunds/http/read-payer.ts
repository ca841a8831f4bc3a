import { z } from "zod";
import { readJson } from "../../http/read-json";

const schema = z.object({ payer: z.string().max(64).nullish() });

/** Decisions ask the nodes; a seller takes fewer in a minute. */
export const DECISION_LIMIT = { name: "decision", limit: 60, windowMs: 60_000 };

/**
 * The wallet whose payment is meant; null without a body or a wallet in it. Throws `invalid_input`.
 */
export async function readPayer(request: Request): Promise<string | null> {
  if (request.body === null || request.headers.get("Content-Length") === "0") return null;
  return (await readJson(request, schema)).payer || null;
}
