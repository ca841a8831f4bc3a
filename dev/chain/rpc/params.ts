import bs58 from "bs58";
import { z } from "zod";
import type { Commitment } from "../types";
import { invalidParams } from "./errors";

const LEGACY_COMMITMENTS: Record<string, Commitment> = {
  recent: "processed",
  single: "confirmed",
  singleGossip: "confirmed",
  root: "finalized",
  max: "finalized",
};

/** An address: 32 bytes in base58. */
export const address = base58("Invalid param: WrongSize", 32);
/** A signature: 64 bytes in base58. */
export const signature = base58("Invalid param: WrongSize", 64);

export const commitment = z
  .enum(["processed", "confirmed", "finalized", "recent", "single", "singleGossip", "root", "max"])
  .transform((name): Commitment => LEGACY_COMMITMENTS[name] ?? (name as Commitment));

export const slotNumber = z.int().nonnegative();

/** Fields that nearly every config object may carry. A field that is null counts as absent. */
export const readConfig = z.object({
  commitment: optional(commitment),
  minContextSlot: optional(slotNumber),
});

/** A trailing parameter that may be missing or null. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().transform((value) => value ?? undefined);
}

/**
 * Reads positional parameters.
 *
 * @throws RpcError -32602
 */
export function readParams<Schema extends z.ZodType>(
  schema: Schema,
  params: unknown,
): z.output<Schema> {
  const result = schema.safeParse(params ?? []);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const plain = issue?.code === "custom" ? issue.message : undefined;
  throw invalidParams(
    plain ??
      `Invalid params: ${issue?.message ?? "unreadable"} at ${issue?.path.join(".") || "params"}.`,
  );
}

/** Positional parameters; missing trailing ones read as undefined, surplus ones are ignored. */
export function positional<Items extends [z.ZodType, ...z.ZodType[]]>(...items: Items) {
  return z.preprocess((params) => {
    if (!Array.isArray(params)) return params;
    return items.map((_, at) => params[at]);
  }, z.tuple(items));
}

function base58(message: string, bytes: number) {
  // Checked in length first: decoding a long text takes time with the square of its length.
  return z.string().refine((text) => {
    if (text.length < bytes || text.length > bytes * 1.4) return false;
    return bs58.decodeUnsafe(text)?.length === bytes;
  }, message);
}
