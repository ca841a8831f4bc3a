import { createServer, type Server } from "node:http";
import { afterEach, expect, test } from "vitest";
import { createSolanaChain } from "../../../workers/solana-chain";

let server: Server;
afterEach(() => {
  server.close();
});

// spec: call.blockhash, constant.commitment
test("the latest blockhash is asked for at the commitment confirmed", async () => {
  const asked: unknown[] = [];
  const value = { blockhash: "1".repeat(32), lastValidBlockHeight: 150 };
  server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", () => {
      const { id, method, params } = JSON.parse(text);
      asked.push([method, params]);
      response.end(JSON.stringify({ jsonrpc: "2.0", id, result: { context: { slot: 1 }, value } }));
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  const port = address && typeof address === "object" ? address.port : 0;
  const chain = createSolanaChain([`http://127.0.0.1:${port}`]);
  expect(await chain.latestBlockhash()).toEqual({ ...value, slot: 1 });
  expect(asked).toEqual([["getLatestBlockhash", [{ commitment: "confirmed" }]]]);
});
