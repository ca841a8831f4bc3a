import { z } from "zod";
import { readJson } from "../../http/read-json";

/** Base64 of the largest transaction: 4,096 bytes of version 1. */
const MAX_TRANSACTION_CHARS = 5_464;

const schema = z.object({ transaction: z.string().max(MAX_TRANSACTION_CHARS) });

/** Signed wire bytes in base64, from a wallet that signs without sending. */
export async function readSigned(request: Request): Promise<string> {
  return (await readJson(request, schema)).transaction;
}
