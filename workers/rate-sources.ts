import { z } from "zod";
import { readBoundedText } from "../app/http/read-body";
import { decodeBase64 } from "../app/lib/base64";
import type { Settings } from "../app/lib/ports";
import type { RateSources } from "../app/rates/ports";
import { type Isolate, platformIsolate } from "./isolate";
import { RpcPool } from "./rpc-pool";
import { withContext } from "./rpc-shapes";

/** The cron waits for no source longer than that. */
const TIMEOUT_MS = 10_000;
/** So that a third node can take the place of one that does not answer. */
const NODE_TIMEOUT_MS = 4_000;
/** The table has less than 2 KB. */
const MAX_TABLE_BYTES = 64 * 1024;
/** The table changes once a day; the data centre keeps what it has read for so long. */
const TABLE_KEPT_SECONDS = 15 * 60;

const account = withContext(
  z.object({ owner: z.string(), data: z.tuple([z.base64(), z.literal("base64")]) }).nullable(),
);

interface Addresses extends Pick<Settings, "rpcUrls" | "genesisHash"> {
  /** Base58. */
  priceFeed: string;
  exchangeRatesUrl: string;
}

/** Reads the price feed over JSON-RPC, and the table over HTTP. */
export function createRateSources(
  { rpcUrls, genesisHash, priceFeed, exchangeRatesUrl }: Addresses,
  isolate: Isolate = platformIsolate,
): RateSources {
  const pool = new RpcPool(rpcUrls, genesisHash, isolate);
  const params = [priceFeed, { commitment: "confirmed", encoding: "base64" }];
  return {
    feed: priceFeed,

    async readAccounts() {
      const answers = await pool.readOnSeveral((call) => call("getAccountInfo", params, account), {
        nodeTimeoutMs: NODE_TIMEOUT_MS,
        signal: isolate.runtime.timeoutSignal(TIMEOUT_MS),
      });
      return answers.map(
        ({ value }) => value && { owner: value.owner, data: decodeBase64(value.data[0]) },
      );
    },

    async readTable() {
      const response = await isolate.runtime.fetch(exchangeRatesUrl, {
        headers: { Accept: "application/xml" },
        signal: isolate.runtime.timeoutSignal(TIMEOUT_MS),
        cf: { cacheTtlByStatus: { "200-299": TABLE_KEPT_SECONDS, "300-599": 0 } },
      });
      if (!response.ok) {
        await response.body?.cancel();
        throw new Error(`table: status ${response.status}`);
      }
      return readBoundedText(response, MAX_TABLE_BYTES, new Error("table: too large"));
    },
  };
}
