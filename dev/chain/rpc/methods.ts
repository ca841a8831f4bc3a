import { accountMethods } from "./accounts";
import { blockMethods } from "./blocks";
import type { RpcContext } from "./context";
import { feeMethods } from "./fees";
import { historyMethods } from "./history";
import { sendMethods } from "./send";
import { simulateMethods } from "./simulate";
import { tokenMethods } from "./tokens";

export type Method = (params: unknown, context: RpcContext) => unknown;
export type Methods = Readonly<Record<string, Method>>;

/** Every method that the chain answers over HTTP. */
export const methods: ReadonlyMap<string, Method> = new Map(
  [
    blockMethods,
    accountMethods,
    historyMethods,
    sendMethods,
    simulateMethods,
    feeMethods,
    tokenMethods,
  ].flatMap((group) => Object.entries(group)),
);
