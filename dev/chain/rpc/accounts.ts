import bs58 from "bs58";
import { z } from "zod";
import { encodeAccount, MAX_BASE58_BYTES } from "../encode-account";
import { type Config, contextSlot, type Methods, type RpcContext, withContext } from "./context";
import { CODES, invalidParams, RpcError } from "./errors";
import { address, optional, positional, readConfig, readParams } from "./params";

/** Largest number of accounts in one call, as on a node. */
const MAX_ACCOUNTS = 100;
/** Largest account, in bytes. */
const MAX_ACCOUNT_BYTES = 10 * 1024 * 1024;

const dataSlice = z.object({ offset: z.int().nonnegative(), length: z.int().nonnegative() });
export const accountConfig = readConfig.extend({
  encoding: optional(z.enum(["base58", "base64", "jsonParsed"])),
  dataSlice: optional(dataSlice),
});
export type AccountConfig = z.output<typeof accountConfig>;

/** Balances and accounts. */
export const accountMethods: Methods = {
  getBalance,
  getAccountInfo,
  getMultipleAccounts,
  getProgramAccounts,
  getMinimumBalanceForRentExemption,
};

const balanceParams = positional(address, optional(readConfig));
const accountParams = positional(address, optional(accountConfig));
const accountsParams = positional(z.array(address), optional(accountConfig));
const rentParams = positional(z.int().nonnegative().max(MAX_ACCOUNT_BYTES));

function getBalance(params: unknown, context: RpcContext) {
  const [key, config] = readParams(balanceParams, params);
  const slot = contextSlot(context, config);
  return withContext(slot, Number(context.chain.ledger.accountAt(key, slot)?.lamports ?? 0n));
}

function getAccountInfo(params: unknown, context: RpcContext) {
  const [key, config] = readParams(accountParams, params);
  const slot = contextSlot(context, config);
  return withContext(slot, shownAccount(context, key, slot, config, "base58"));
}

function getMultipleAccounts(params: unknown, context: RpcContext) {
  const [keys, config] = readParams(accountsParams, params);
  if (keys.length > MAX_ACCOUNTS)
    throw invalidParams(`Too many inputs provided; max ${MAX_ACCOUNTS}`);
  const slot = contextSlot(context, config);
  return withContext(
    slot,
    keys.map((key) => shownAccount(context, key, slot, config, "base64")),
  );
}

function shownAccount(
  context: RpcContext,
  key: string,
  slot: number,
  config: AccountConfig | undefined,
  encoding: "base58" | "base64",
) {
  const account = context.chain.ledger.accountAt(key, slot);
  const shown = config?.encoding ?? encoding;
  const { offset = 0, length = MAX_ACCOUNT_BYTES } = config?.dataSlice ?? {};
  const bytes = account?.data.subarray(offset, offset + length).length ?? 0;
  if (shown === "base58" && bytes > MAX_BASE58_BYTES) {
    throw new RpcError(
      CODES.invalidRequest,
      `Encoded binary (base 58) data should be less than ${MAX_BASE58_BYTES} bytes, please use Base64 encoding.`,
    );
  }
  return account && encodeAccount(account, shown, config?.dataSlice);
}

const filter = z.union([
  z.object({ dataSize: z.int().nonnegative() }),
  z.object({
    memcmp: z.object({
      offset: z.int().nonnegative(),
      bytes: z.string().max(200),
      encoding: optional(z.enum(["base58", "base64"])),
    }),
  }),
]);
const programConfig = accountConfig.extend({
  filters: optional(z.array(filter).max(4)),
  withContext: optional(z.boolean()),
});

function getProgramAccounts(params: unknown, context: RpcContext) {
  const [program, config] = readParams(positional(address, optional(programConfig)), params);
  const slot = contextSlot(context, config satisfies Config | undefined);
  const { ledger } = context.chain;
  const found = ledger.vm.ownedBy(program).flatMap(({ address: key }) => {
    const account = ledger.accountAt(key, slot);
    if (!account || !(config?.filters ?? []).every((one) => passes(account.data, one))) return [];
    const shown = encodeAccount(account, config?.encoding ?? "base58", config?.dataSlice);
    return [{ pubkey: key, account: shown }];
  });
  return config?.withContext ? withContext(slot, found) : found;
}

function passes(data: Uint8Array, one: z.output<typeof filter>): boolean {
  if ("dataSize" in one) return data.length === one.dataSize;
  const { offset, bytes, encoding } = one.memcmp;
  const wanted = encoding === "base64" ? Buffer.from(bytes, "base64") : bs58.decodeUnsafe(bytes);
  if (!wanted) throw invalidParams("Invalid param: memcmp bytes");
  return Buffer.compare(data.subarray(offset, offset + wanted.length), wanted) === 0;
}

function getMinimumBalanceForRentExemption(params: unknown, context: RpcContext): number {
  const [bytes] = readParams(rentParams, params);
  return Number(context.chain.ledger.vm.minimumBalance(bytes));
}
