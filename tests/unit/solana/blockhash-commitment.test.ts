import { expect, test } from "vitest";
import { createSolanaChain } from "../../../workers/solana-chain";
import { readCall, serve } from "../../support/http-server";

// spec: call.blockhash, constant.commitment
test("the latest blockhash is asked for at the commitment confirmed", async () => {
  const asked: unknown[] = [];
  const value = { blockhash: "1".repeat(32), lastValidBlockHeight: 150 };
  const { url } = await serve(async (request, response) => {
    const { id, method, params } = await readCall(request);
    asked.push([method, params]);
    response.end(JSON.stringify({ jsonrpc: "2.0", id, result: { context: { slot: 1 }, value } }));
  });
  const chain = createSolanaChain([url]);
  expect(await chain.latestBlockhash()).toEqual({ ...value, slot: 1 });
  expect(asked).toEqual([["getLatestBlockhash", [{ commitment: "confirmed" }]]]);
});
