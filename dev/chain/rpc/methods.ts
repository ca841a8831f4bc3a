import { accountMethods } from "./accounts";
import { blockMethods } from "./blocks";
import { feeMethods } from "./fees";
import { historyMethods } from "./history";
import type { Method } from "./method";
import { sendMethods } from "./send";
import { simulateMethods } from "./simulate";
import { tokenMethods } from "./tokens";

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
