import { z } from "zod";

/** A result that comes with the slot that it was read at. */
export const withContext = <T extends z.ZodType>(value: T) => z.object({ value });

/** `data` of an error of `sendTransaction`: the network has this transaction. */
export const alreadyProcessed = z.object({ err: z.literal("AlreadyProcessed") });
