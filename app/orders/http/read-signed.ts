import { z } from "zod";
import { readJson } from "../../http/read-json";

/** A transaction has at most 1,232 bytes. */
const schema = z.object({ transaction: z.string().max(1_644) });

/** Wire bytes, base64, from a wallet that signs and can't send. */
export async function readSigned(request: Request): Promise<string> {
  return (await readJson(request, schema)).transaction;
}
