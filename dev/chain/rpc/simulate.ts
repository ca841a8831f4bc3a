import { z } from "zod";
import { MAX_BLOCKHASH_AGE_BLOCKS } from "../blockhashes";
import { encodeAccount } from "../encode-account";
import { blockHeight } from "../slots";
import { type Methods, type RpcContext, withContext } from "./context";
import { invalidParams } from "./errors";
import { address, optional, positional, readConfig, readParams } from "./params";
import { assertContextSlot, readTransaction, wireEncoding } from "./wire-params";

/** Simulation of transactions. */
export const simulateMethods: Methods = { simulateTransaction };

/** Largest number of accounts that one simulation returns: a transaction has no more. */
const MAX_RETURNED_ACCOUNTS = 256;

const simulateConfig = readConfig.extend({
  encoding: optional(wireEncoding),
  sigVerify: optional(z.boolean()),
  replaceRecentBlockhash: optional(z.boolean()),
  innerInstructions: optional(z.boolean()),
  accounts: optional(
    z.object({
      addresses: z.array(address),
      encoding: optional(z.enum(["base64", "jsonParsed"])),
    }),
  ),
});

const simulateParams = positional(z.string(), optional(simulateConfig));

function simulateTransaction(params: unknown, context: RpcContext) {
  const [text, config] = readParams(simulateParams, params);
  const wire = readTransaction(text, config?.encoding ?? "base58");
  const verify = config?.sigVerify ?? false;
  const anyBlockhash = config?.replaceRecentBlockhash ?? false;
  if (verify && anyBlockhash) {
    throw invalidParams("sigVerify may not be used with replaceRecentBlockhash");
  }
  const wanted = config?.accounts?.addresses;
  if (wanted && wanted.length > MAX_RETURNED_ACCOUNTS) {
    throw invalidParams(`Too many accounts provided; max ${MAX_RETURNED_ACCOUNTS}`);
  }
  assertContextSlot(context, config?.minContextSlot);
  const { ledger, slots } = context.chain;
  const outcome = ledger.simulate(wire, { verify, anyBlockhash });
  const shown = wanted?.map((key) => {
    if (outcome.err !== null) return null;
    const account = outcome.accounts.get(key) ?? ledger.vm.read(key);
    return account && encodeAccount(account, config?.accounts?.encoding ?? "base64");
  });
  return withContext(slots.tip, {
    accounts: shown ?? null,
    err: outcome.err,
    innerInstructions: config?.innerInstructions ? outcome.innerInstructions : null,
    logs: outcome.logs,
    replacementBlockhash: anyBlockhash
      ? {
          blockhash: ledger.blockhashes.at(slots.tip),
          lastValidBlockHeight: blockHeight(slots.tip) + MAX_BLOCKHASH_AGE_BLOCKS,
        }
      : null,
    returnData: outcome.returnData,
    unitsConsumed: outcome.computeUnits,
  });
}
